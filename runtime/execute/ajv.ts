/** In a module of its own so that it can be imported late: loading it takes tens of milliseconds. */
export { Ajv2020 } from 'ajv/dist/2020.js';
