/*
 * IPv4 and IPv6 addresses that name no host of the Internet: IANA's special-purpose registries, multicast,
 * and the site-local addresses of before (RFC 3879). The ranges for documentation are not here: nobody has
 * them.
 */

export const LOOPBACK = ['127.0.0.0/8', '::1']
export const LINK_LOCAL = ['169.254.0.0/16', 'fe80::/10']
export const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']

/** All of them, and those that embed an IPv4 address. */
export const NOT_PUBLIC = [
  ...[...LOOPBACK, ...LINK_LOCAL, ...PRIVATE],
  // This network, a provider's customers, protocols, 6to4 relays, measurements, multicast, reserved.
  ...['0.0.0.0/8', '100.64.0.0/10', '192.0.0.0/24', '192.88.99.0/24', '198.18.0.0/15', '224.0.0.0/4'],
  '240.0.0.0/4',
  // IPv4 within IPv6: compatible, translated, NAT64, 6to4; Teredo is one of the protocols.
  ...['::/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16'],
  // Discarded, protocols, segments of routes, site-local, multicast.
  ...['100::/64', '100:0:0:1::/64', '2001::/23', '5f00::/16', 'fec0::/10', 'ff00::/8'],
]
