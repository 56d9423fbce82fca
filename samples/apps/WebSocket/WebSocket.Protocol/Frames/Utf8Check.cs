using System.Text.Unicode;

namespace WebSockets.Protocol.Frames;

/// <summary>Checks that text is UTF-8 while it arrives. The first invalid byte is detected, wherever pieces end.</summary>
/// <remarks>One thread at a time.</remarks>
public struct Utf8Check
{
    private int _needed; // missing bytes of the last code point
    private byte _least; // of the next byte
    private byte _most;

    /// <summary>Gets whether the text may end here.</summary>
    public readonly bool IsComplete => _needed == 0;

    /// <summary>Checks the next piece.</summary>
    /// <returns><see langword="false"/> if it cannot be a part of UTF-8 text, whatever follows.</returns>
    public bool TryAdd(ReadOnlySpan<byte> piece)
    {
        int start = 0;
        while (_needed > 0 && start < piece.Length)
        {
            if (!TryAdd(piece[start++]))
                return false;
        }

        piece = piece[start..];
        int whole = piece.Length - LengthOfLast(piece);
        if (!Utf8.IsValid(piece[..whole]))
            return false;

        foreach (byte next in piece[whole..])
        {
            if (!TryAdd(next))
                return false;
        }

        return true;
    }

    /// <summary>Returns the number of bytes at the end that may be the start of a code point.</summary>
    private static int LengthOfLast(ReadOnlySpan<byte> piece)
    {
        for (int length = 1; length <= 3 && length <= piece.Length; length++)
        {
            byte first = piece[^length];
            if (first >= 0xC0)
                return length; // complete or not

            if (first < 0x80)
                return length - 1;
        }

        return 0; // three continuation bytes: a code point of four bytes, or an invalid one
    }

    private bool TryAdd(byte next)
    {
        if (_needed == 0)
            return TryBegin(next);

        if (next < _least || next > _most)
            return false;

        _needed--;
        (_least, _most) = (0x80, 0xBF);
        return true;
    }

    /// <summary>Begins a code point, which must not be overlong, a surrogate, or above U+10FFFF.</summary>
    private bool TryBegin(byte first)
    {
        (_needed, _least, _most) = ((int, byte, byte))(first switch
        {
            < 0x80 => (0, 0x80, 0xBF),
            >= 0xC2 and <= 0xDF => (1, 0x80, 0xBF),
            0xE0 => (2, 0xA0, 0xBF),
            0xED => (2, 0x80, 0x9F),
            >= 0xE1 and <= 0xEF => (2, 0x80, 0xBF),
            0xF0 => (3, 0x90, 0xBF),
            >= 0xF1 and <= 0xF3 => (3, 0x80, 0xBF),
            0xF4 => (3, 0x80, 0x8F),
            _ => (-1, 0, 0),
        });
        return _needed >= 0;
    }
}
