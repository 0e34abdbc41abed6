import { button, element } from '../dom.ts';

/** One column of a table over data. */
export interface Column<Row> {
  readonly title: string;
  readonly isNumber?: boolean;
  /** Orders rows by this; absent for columns that cannot be sorted. Null comes last in either direction. */
  readonly key?: (row: Row) => number | string | null;
  readonly cell: (row: Row) => Node | string;
  /** Sorts from the largest down first. */
  readonly isDescendingFirst?: boolean;
}

interface Sorting {
  readonly column: number;
  readonly isDescending: boolean;
}

const PAGE = 50;

/** A table that sorts by its heads and shows its rows page by page, so that thousands of them stay quick. */
export class DataTable<Row> {
  readonly root: HTMLElement;
  readonly #columns: readonly Column<Row>[];
  readonly #body = element('tbody');
  readonly #heads: HTMLTableCellElement[] = [];
  readonly #more: HTMLElement = element('p', { class: 'more' });
  readonly #status = element('p', { class: 'faint', role: 'status' });
  readonly #noun: string;
  #rows: readonly Row[] = [];
  #total = 0;
  #limit = PAGE;
  #sorting: Sorting | null = null;

  constructor(label: string, noun: string, columns: readonly Column<Row>[]) {
    this.#columns = columns;
    this.#noun = noun;
    const head = element('tr', {}, ...columns.map((column, index) => this.#head(column, index)));
    const table = element(
      'table',
      {},
      element('caption', { class: 'sr', text: label }),
      element('thead', {}, head),
      this.#body,
    );
    const scroll = element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label }, table);
    this.root = element('div', {}, this.#status, scroll, this.#more);
  }

  /** @param total of all rows, when `rows` are those of a filter */
  show(rows: readonly Row[], total: number): void {
    this.#rows = rows;
    this.#total = total;
    this.#limit = PAGE;
    this.#render();
  }

  #head(column: Column<Row>, index: number): HTMLTableCellElement {
    const cell = element('th', { scope: 'col', ...(column.isNumber ? { class: 'number' } : {}) });
    if (column.key === undefined) cell.textContent = column.title;
    else cell.append(button(column.title, () => this.#sortBy(index)));
    this.#heads.push(cell);
    return cell;
  }

  #sortBy(column: number): void {
    const isSame = this.#sorting?.column === column;
    const first = this.#columns[column]!.isDescendingFirst ?? false;
    this.#sorting = { column, isDescending: isSame ? !this.#sorting!.isDescending : first };
    this.#render();
  }

  #render(): void {
    for (const [index, head] of this.#heads.entries()) {
      if (this.#columns[index]!.key === undefined) continue;
      const isSorted = this.#sorting?.column === index;
      head.setAttribute('aria-sort', isSorted ? (this.#sorting!.isDescending ? 'descending' : 'ascending') : 'none');
    }
    const shown = this.#sorted().slice(0, this.#limit);
    this.#body.replaceChildren(...shown.map((row) => this.#row(row)));
    const left = this.#rows.length - shown.length;
    this.#more.replaceChildren(
      ...(left <= 0
        ? []
        : [
            button(`Show ${Math.min(PAGE * 4, left)} more`, () => {
              this.#limit += PAGE * 4;
              this.#render();
            }),
          ]),
    );
    const count = this.#rows.length.toLocaleString('en-US');
    const of = this.#rows.length === this.#total ? '' : ` of ${this.#total.toLocaleString('en-US')}`;
    this.#status.textContent = `${count}${of} ${this.#noun}${left > 0 ? `, the first ${shown.length} shown` : ''}`;
  }

  #row(row: Row): HTMLElement {
    return element(
      'tr',
      {},
      ...this.#columns.map((column, index) => {
        const cell = index === 0 ? element('th', { scope: 'row' }) : element('td');
        if (column.isNumber) cell.className = 'number';
        cell.append(column.cell(row));
        return cell;
      }),
    );
  }

  #sorted(): readonly Row[] {
    if (this.#sorting === null) return this.#rows;
    const { column, isDescending } = this.#sorting;
    const key = this.#columns[column]!.key!;
    const keyed = this.#rows.map((row, place) => ({ row, place, key: key(row) }));
    keyed.sort((left, right) => compareKeys(left.key, right.key, isDescending) || left.place - right.place);
    return keyed.map(({ row }) => row);
  }
}

function compareKeys(left: number | string | null, right: number | string | null, isDescending: boolean): number {
  if (left === right) return 0;
  if (left === null || right === null) return left === null ? 1 : -1;
  const order = left < right ? -1 : 1;
  return isDescending ? -order : order;
}
