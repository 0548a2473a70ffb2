#!/usr/bin/python3
"""The browser that WebKitWebDriver starts: a WebKit view in a window without a frame.

Arguments: a folder for the profile, and a script that runs before the first one of each page. Unlike
MiniBrowser, the window can be as narrow as a phone. WebKit writes the console to stderr only with a profile.
"""

import sys

import gi

gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2  # noqa: E402

profile, script = sys.argv[1:]
content = WebKit2.UserContentManager()
with open(script, encoding='utf8') as file:
    content.add_script(
        WebKit2.UserScript.new(
            file.read(),
            WebKit2.UserContentInjectedFrames.TOP_FRAME,
            WebKit2.UserScriptInjectionTime.START,
        )
    )
data = WebKit2.WebsiteDataManager(base_data_directory=profile, base_cache_directory=profile)
context = WebKit2.WebContext.new_with_website_data_manager(data)
context.set_automation_allowed(True)


def create_view(_session):
    view = WebKit2.WebView(
        web_context=context,
        user_content_manager=content,
        settings=WebKit2.Settings(enable_write_console_messages_to_stdout=True),
        is_controlled_by_automation=True,
    )
    window = Gtk.Window(decorated=False)
    window.connect('destroy', Gtk.main_quit)
    window.add(view)
    window.show_all()
    return view


def start_session(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name('WebKitGTK')
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect('create-web-view', create_view)


context.connect('automation-started', start_session)
Gtk.main()
