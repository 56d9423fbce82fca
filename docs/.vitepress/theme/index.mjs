// The theme without its web fonts: the system's own are there at once.
import DefaultTheme from 'vitepress/theme-without-fonts'
import Chart from './Chart.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('Chart', Chart)
  },
}
