-- In a document: {{< attentoscope experiment="context-lookup" seed="7" >}}

local address = 'https://example.org/attentoscope/'
-- The height of the instrument before its script is loaded.
local style = ' style="display:block;min-height:var(--attento-block-size,max(560px,min(26rem,572px)))"'

local function escape(text)
  return (text:gsub('[&<>"]', { ['&'] = '&amp;', ['<'] = '&lt;', ['>'] = '&gt;', ['"'] = '&quot;' }))
end

local function attentoscope(_, settings)
  local attributes, link = {}, address .. '#v1'
  for name, value in pairs(settings) do
    if name:match('^[a-z][a-z-]*$') and not name:match('^on') and name ~= 'style' then
      table.insert(attributes, (' %s="%s"'):format(name, escape(pandoc.utils.stringify(value))))
    end
  end
  table.sort(attributes)
  if quarto.doc.is_format('html:js') then
    quarto.doc.include_text('in-header', ('<script type="module" src="%sattentoscope.js" data-external="1"></script>'):format(address))
    return pandoc.RawBlock('html', '<attento-scope' .. table.concat(attributes) .. style .. '></attento-scope>')
  end
  for _, name in ipairs({ 'experiment', 'seed' }) do
    local value = settings[name] and pandoc.utils.stringify(settings[name]):match('^[%w-]+$')
    if value then link = ('%s;%s=%s'):format(link, name, value) end
  end
  return pandoc.Link('An instrument to watch attention learn', link)
end

return { ['attentoscope'] = attentoscope }
