type Child = Node | string | null;

interface Properties {
  readonly class?: string;
  readonly id?: string;
  readonly text?: string;
  readonly href?: string;
  readonly title?: string;
  readonly for?: string;
  readonly type?: string;
  readonly role?: string;
  readonly tabindex?: number;
  readonly scope?: string;
  readonly [attribute: `aria-${string}` | `data-${string}`]: string;
}

/** A new element; texts only ever become text nodes and attribute values. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (name === 'text') made.textContent = String(value);
    else made.setAttribute(name, String(value));
  }
  for (const child of children) if (child !== null) made.append(child);
  return made;
}

/** A button that does something. */
export function button(label: string, onClick: () => void, properties: Properties = {}): HTMLButtonElement {
  const made = element('button', { type: 'button', text: label, ...properties });
  made.addEventListener('click', onClick);
  return made;
}

/** A choice of one of a few, as a labelled `<select>`. */
export function choice<Value extends string>(
  label: string,
  options: readonly (readonly [Value, string])[],
  value: Value,
  onChange: (value: Value) => void,
): { readonly root: HTMLElement; set(value: Value): void } {
  const select = element('select');
  for (const [name, text] of options) {
    const option = element('option', { text });
    option.value = name;
    select.append(option);
  }
  select.value = value;
  select.addEventListener('change', () => {
    const chosen = options.find(([name]) => name === select.value);
    if (chosen !== undefined) onChange(chosen[0]);
  });
  const root = element('label', { class: 'choice' }, element('span', { class: 'faint', text: label }), select);
  return {
    root,
    set: (next) => {
      select.value = next;
    },
  };
}

/** The element of this id, which the page is known to have. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}
