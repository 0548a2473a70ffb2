import { LineIcon } from './LineIcon.tsx'

/* Our own drawings, not the services' logos. */
export const ExternalLinkIcon = () => (
  <LineIcon d="M13 5h6v6M19 5l-8.5 8.5M10 6H7a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2v-3" />
)

const BUBBLE =
  'M12 4c4.7 0 8.5 3.4 8.5 7.5S16.7 19 12 19c-1.2 0-2.3-.2-3.3-.6L4 20l1.3-3.9a7 7 0 0 1-1.8-4.6C3.5 7.4 7.3 4 12 4Z'
const HANDSET =
  'M8 4.5 9.8 8.6 8 10.2c1 2.3 3 4.3 5.5 5.5l1.7-1.8 4.3 1.8v2.8a1.5 1.5 0 0 1-1.7 1.5C10.7 19.3 4.7 13.3 4 6.2A1.5 1.5 0 0 1 5.5 4.5Z'

/** The icon of each kind of contact link. */
export const CONTACT_ICONS = {
  whatsapp: () => (
    <LineIcon
      d={`${BUBBLE}M9.3 8l.9 1.9-.8.9c.6 1.3 1.5 2.2 2.9 2.8l.9-.9 1.9.9c-.2 1-1 1.5-2 1.4a6.5 6.5 0 0 1-5.2-5.2C7.8 8.8 8.3 8.1 9.3 8Z`}
    />
  ),
  telegram: () => <LineIcon d="M20.5 4.5 3.5 11.3l5.3 1.9L17 7.8l-6 6.6v4.6l2.8-3.1 4 3.1 2.7-14.5Z" />,
  messenger: () => <LineIcon d={`${BUBBLE}M7.5 13.5l3.3-3.3 2.4 2.3 3.3-2.7`} />,
  viber: () => <LineIcon d={`${HANDSET}M13.5 4.5a6 6 0 0 1 6 6M13.5 7.5a3 3 0 0 1 3 3`} />,
  chat: () => <LineIcon d={`${BUBBLE}M8.5 11.5h.01M12 11.5h.01M15.5 11.5h.01`} />,
  phone: () => <LineIcon d={HANDSET} />,
  email: () => (
    <LineIcon d="M5.5 5.5h13A1.5 1.5 0 0 1 20 7v10a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17V7a1.5 1.5 0 0 1 1.5-1.5ZM4.5 7.5l7.5 5.5 7.5-5.5" />
  ),
  link: () => (
    <LineIcon d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1" />
  ),
}
