// The default theme without its web fonts. The fonts of the system need no download.
import DefaultTheme from 'vitepress/theme-without-fonts'
import Chart from './Chart.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('Chart', Chart)
  },
}
