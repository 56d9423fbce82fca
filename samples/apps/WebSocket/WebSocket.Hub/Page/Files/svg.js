// Creates SVG drawings without a library.
const space = 'http://www.w3.org/2000/svg'

/** Creates an element with attributes and children. */
export function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS(space, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, typeof value === 'number' ? round(value) : value)
  element.append(...children)
  return element
}

/** Returns the points of a line. */
export function line(points) {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')
}

/** Returns three or four round steps from 0 to at least a value. */
export function steps(max) {
  const rough = max / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map(factor => factor * power).find(step => step >= rough * 0.999)
  return Array.from({ length: Math.ceil(max / step - 0.001) + 1 }, (_, index) => index * step)
}

function round(value) {
  return Math.round(value * 10) / 10
}
