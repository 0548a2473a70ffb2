/** The styles of the less common layouts. The page stays usable without them. */
export const loadLayoutVariants = () => import('../../ui/layout-variants.css').catch(() => {})
