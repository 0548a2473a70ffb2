/**
 * A typed or pasted number or code with ASCII's digits and signs: from Arabic and Persian digits and from
 * full-width signs. Invisible characters, such as the direction marks of a copied amount, are dropped.
 */
export const plainSigns = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
