// Runs before anything is drawn, so that no page flashes in the other theme. Without a choice the system decides.
(() => {
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)')
  let chosen = read()
  apply()

  addEventListener('DOMContentLoaded', () => {
    const button = document.getElementById('theme')
    const show = () => {
      button.dataset.theme = isDark() ? 'light' : 'dark' // what it changes to
      button.querySelector('span').textContent = isDark() ? 'Use light' : 'Use dark'
    }
    button.addEventListener('click', () => {
      chosen = isDark() ? 'light' : 'dark'
      keep()
      apply()
      show()
    })
    system.addEventListener('change', show)
    show()
  })

  function isDark() {
    return chosen ? chosen === 'dark' : system.matches
  }

  function apply() {
    if (chosen) root.dataset.theme = chosen
  }

  function read() {
    try {
      const value = localStorage.getItem('theme')
      return value === 'dark' || value === 'light' ? value : null
    } catch {
      return null // storage may be forbidden
    }
  }

  function keep() {
    try {
      localStorage.setItem('theme', chosen)
    } catch {
      // It lasts as long as the page, then.
    }
  }
})()
