/** As CommonJS, so that the bundle gives the data itself, as the library's own file does. */
module.exports = require('../../node_modules/libphonenumber-js/metadata.max.json');
