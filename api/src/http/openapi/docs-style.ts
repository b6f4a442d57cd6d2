/** Adds to Swagger UI's style sheet: narrow screens, and hidden columns that this API does not use. */
export const docsStyle = `
body { margin: 0 }
.swagger-ui .info { margin: 24px 0 }
.swagger-ui .opblock-summary-path { overflow-wrap: anywhere; max-width: 100% }
.swagger-ui .response-col_links { display: none !important }
.swagger-ui .renderedMarkdown code { overflow-wrap: anywhere }

@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 12px }
  .swagger-ui .info ul { padding-left: 20px }
  .swagger-ui .opblock-tag { flex-wrap: wrap }
  .swagger-ui .opblock-tag small { order: 1; flex-basis: 100%; padding: 0 }
  .swagger-ui .opblock-tag a { flex: 1 }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap }
  .swagger-ui .opblock-section-header { flex-wrap: wrap; gap: 8px }
  .swagger-ui .parameters > *, .swagger-ui .responses-table, .swagger-ui table.headers,
  .swagger-ui .responses-table > tbody, .swagger-ui .responses-table > tbody > tr,
  .swagger-ui .responses-table > tbody > tr > td { display: block; width: auto; min-width: 0; max-width: none }
  .swagger-ui .parameters-container table, .swagger-ui .parameters-container tbody,
  .swagger-ui .parameters-container tr, .swagger-ui .parameters-container td { display: block; width: auto; max-width: none }
  .swagger-ui .parameters-container thead, .swagger-ui .responses-table > thead { display: none }
  .swagger-ui .responses-table > tbody > tr > td { padding: 8px 0 }
  .swagger-ui table td { overflow-wrap: anywhere }
  .swagger-ui .opblock-body pre.microlight, .swagger-ui .opblock-body select { max-width: 100% }
  .swagger-ui .opblock-body input[type='text'] { max-width: 100%; min-width: 0 }
}
`
