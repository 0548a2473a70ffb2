export { ofetch } from 'ofetch'
