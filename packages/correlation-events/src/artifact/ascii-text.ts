/** Longer texts are cheaper to copy out by the runtime. */
const LONGEST = 20;

/**
 * A copy of a piece of ASCII bytes as text. Most texts of a row are short, and for those the call into the runtime costs
 * three times what the characters do.
 */
export function asciiText(bytes: Buffer, view: DataView, start: number, end: number): string {
  return end - start > LONGEST ? bytes.toString('latin1', start, end) : shortText(view, start, end - start);
}

function shortText(view: DataView, at: number, length: number): string {
  switch (length) {
    case 1:
      return String.fromCharCode(view.getUint8(at));
    case 2:
      return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1));
    case 3:
      return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2));
    case 4:
      return String.fromCharCode(
        view.getUint8(at),
        view.getUint8(at + 1),
        view.getUint8(at + 2),
        view.getUint8(at + 3),
      );
    case 5:
      return String.fromCharCode(
        view.getUint8(at),
        view.getUint8(at + 1),
        view.getUint8(at + 2),
        view.getUint8(at + 3),
        view.getUint8(at + 4),
      );
    case 6:
      return String.fromCharCode(
        view.getUint8(at),
        view.getUint8(at + 1),
        view.getUint8(at + 2),
        view.getUint8(at + 3),
        view.getUint8(at + 4),
        view.getUint8(at + 5),
      );
    case 7:
      return String.fromCharCode(
        view.getUint8(at),
        view.getUint8(at + 1),
        view.getUint8(at + 2),
        view.getUint8(at + 3),
        view.getUint8(at + 4),
        view.getUint8(at + 5),
        view.getUint8(at + 6),
      );
    case 8:
      return String.fromCharCode(
        view.getUint8(at),
        view.getUint8(at + 1),
        view.getUint8(at + 2),
        view.getUint8(at + 3),
        view.getUint8(at + 4),
        view.getUint8(at + 5),
        view.getUint8(at + 6),
        view.getUint8(at + 7),
      );
    case 9:
      return String.fromCharCode(
        view.getUint8(at),
        view.getUint8(at + 1),
        view.getUint8(at + 2),
        view.getUint8(at + 3),
        view.getUint8(at + 4),
        view.getUint8(at + 5),
        view.getUint8(at + 6),
        view.getUint8(at + 7),
        view.getUint8(at + 8),
      );
    case 10:
      return String.fromCharCode(
        view.getUint8(at),
        view.getUint8(at + 1),
        view.getUint8(at + 2),
        view.getUint8(at + 3),
        view.getUint8(at + 4),
        view.getUint8(at + 5),
        view.getUint8(at + 6),
        view.getUint8(at + 7),
        view.getUint8(at + 8),
        view.getUint8(at + 9),
      );
    case 11:
      return String.fromCharCode(
        view.getUint8(at),
        view.getUint8(at + 1),
        view.getUint8(at + 2),
        view.getUint8(at + 3),
        view.getUint8(at + 4),
        view.getUint8(at + 5),
        view.getUint8(at + 6),
        view.getUint8(at + 7),
        view.getUint8(at + 8),
        view.getUint8(at + 9),
        view.getUint8(at + 10),
      );
    case 12:
      return String.fromCharCode(
        view.getUint8(at),
        view.getUint8(at + 1),
        view.getUint8(at + 2),
        view.getUint8(at + 3),
        view.getUint8(at + 4),
        view.getUint8(at + 5),
        view.getUint8(at + 6),
        view.getUint8(at + 7),
        view.getUint8(at + 8),
        view.getUint8(at + 9),
        view.getUint8(at + 10),
        view.getUint8(at + 11),
      );
    case 13:
      return String.fromCharCode(
        view.getUint8(at),
        view.getUint8(at + 1),
        view.getUint8(at + 2),
        view.getUint8(at + 3),
        view.getUint8(at + 4),
        view.getUint8(at + 5),
        view.getUint8(at + 6),
        view.getUint8(at + 7),
        view.getUint8(at + 8),
        view.getUint8(at + 9),
        view.getUint8(at + 10),
        view.getUint8(at + 11),
        view.getUint8(at + 12),
      );
    case 14:
      return String.fromCharCode(
        view.getUint8(at),
        view.getUint8(at + 1),
        view.getUint8(at + 2),
        view.getUint8(at + 3),
        view.getUint8(at + 4),
        view.getUint8(at + 5),
        view.getUint8(at + 6),
        view.getUint8(at + 7),
        view.getUint8(at + 8),
        view.getUint8(at + 9),
        view.getUint8(at + 10),
        view.getUint8(at + 11),
        view.getUint8(at + 12),
        view.getUint8(at + 13),
      );
    case 15:
      return String.fromCharCode(
        view.getUint8(at),
        view.getUint8(at + 1),
        view.getUint8(at + 2),
        view.getUint8(at + 3),
        view.getUint8(at + 4),
        view.getUint8(at + 5),
        view.getUint8(at + 6),
        view.getUint8(at + 7),
        view.getUint8(at + 8),
        view.getUint8(at + 9),
        view.getUint8(at + 10),
        view.getUint8(at + 11),
        view.getUint8(at + 12),
        view.getUint8(at + 13),
        view.getUint8(at + 14),
      );
    case 16:
      return String.fromCharCode(
        view.getUint8(at),
        view.getUint8(at + 1),
        view.getUint8(at + 2),
        view.getUint8(at + 3),
        view.getUint8(at + 4),
        view.getUint8(at + 5),
        view.getUint8(at + 6),
        view.getUint8(at + 7),
        view.getUint8(at + 8),
        view.getUint8(at + 9),
        view.getUint8(at + 10),
        view.getUint8(at + 11),
        view.getUint8(at + 12),
        view.getUint8(at + 13),
        view.getUint8(at + 14),
        view.getUint8(at + 15),
      );
    case 17:
      return String.fromCharCode(
        view.getUint8(at),
        view.getUint8(at + 1),
        view.getUint8(at + 2),
        view.getUint8(at + 3),
        view.getUint8(at + 4),
        view.getUint8(at + 5),
        view.getUint8(at + 6),
        view.getUint8(at + 7),
        view.getUint8(at + 8),
        view.getUint8(at + 9),
        view.getUint8(at + 10),
        view.getUint8(at + 11),
        view.getUint8(at + 12),
        view.getUint8(at + 13),
        view.getUint8(at + 14),
        view.getUint8(at + 15),
        view.getUint8(at + 16),
      );
    case 18:
      return String.fromCharCode(
        view.getUint8(at),
        view.getUint8(at + 1),
        view.getUint8(at + 2),
        view.getUint8(at + 3),
        view.getUint8(at + 4),
        view.getUint8(at + 5),
        view.getUint8(at + 6),
        view.getUint8(at + 7),
        view.getUint8(at + 8),
        view.getUint8(at + 9),
        view.getUint8(at + 10),
        view.getUint8(at + 11),
        view.getUint8(at + 12),
        view.getUint8(at + 13),
        view.getUint8(at + 14),
        view.getUint8(at + 15),
        view.getUint8(at + 16),
        view.getUint8(at + 17),
      );
    case 19:
      return String.fromCharCode(
        view.getUint8(at),
        view.getUint8(at + 1),
        view.getUint8(at + 2),
        view.getUint8(at + 3),
        view.getUint8(at + 4),
        view.getUint8(at + 5),
        view.getUint8(at + 6),
        view.getUint8(at + 7),
        view.getUint8(at + 8),
        view.getUint8(at + 9),
        view.getUint8(at + 10),
        view.getUint8(at + 11),
        view.getUint8(at + 12),
        view.getUint8(at + 13),
        view.getUint8(at + 14),
        view.getUint8(at + 15),
        view.getUint8(at + 16),
        view.getUint8(at + 17),
        view.getUint8(at + 18),
      );
    case 20:
      return String.fromCharCode(
        view.getUint8(at),
        view.getUint8(at + 1),
        view.getUint8(at + 2),
        view.getUint8(at + 3),
        view.getUint8(at + 4),
        view.getUint8(at + 5),
        view.getUint8(at + 6),
        view.getUint8(at + 7),
        view.getUint8(at + 8),
        view.getUint8(at + 9),
        view.getUint8(at + 10),
        view.getUint8(at + 11),
        view.getUint8(at + 12),
        view.getUint8(at + 13),
        view.getUint8(at + 14),
        view.getUint8(at + 15),
        view.getUint8(at + 16),
        view.getUint8(at + 17),
        view.getUint8(at + 18),
        view.getUint8(at + 19),
      );
    default:
      return '';
  }
}
