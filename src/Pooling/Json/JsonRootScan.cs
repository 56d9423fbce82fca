namespace Pooling.Json;

/// <summary>Finds out from the bytes of a document whether it ends within a string at its root, which the writer does
/// not tell.</summary>
/// <remarks>Reads the whole text only of documents that begin with a comment, and of the few pieces of a string that
/// may close it.</remarks>
internal struct JsonRootScan
{
    private const byte Outside = 0;
    private const byte Slash = 1;
    private const byte Comment = 2;
    private const byte Star = 3;
    private const byte String = 4;
    private const byte Escape = 5;
    private const byte Settled = 6;

    private byte _place;

    internal readonly bool IsWithinString => _place is String or Escape;

    /// <summary>Skips the rest of the document, which has a root that is not a string.</summary>
    internal void Settle() => _place = Settled;

    /// <summary>Reads the next bytes of the document.</summary>
    internal void Read(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty && _place != Settled)
            bytes = bytes[Step(bytes)..];
    }

    private int Step(ReadOnlySpan<byte> bytes)
    {
        switch (_place)
        {
            case String:
                return StepInString(bytes);
            case Comment:
                int star = bytes.IndexOf((byte)'*');
                _place = star < 0 ? Comment : Star;
                return star < 0 ? bytes.Length : star + 1;
            default:
                _place = Next(bytes[0]);
                return 1;
        }
    }

    private int StepInString(ReadOnlySpan<byte> bytes)
    {
        // After a string come only white space and comments, so other bytes at the end are within it.
        if (bytes[^1] is not ((byte)'"' or (byte)'\\' or (byte)'/'
            or (byte)' ' or (byte)'\t' or (byte)'\n' or (byte)'\r'))
        {
            return bytes.Length;
        }

        int at = bytes.IndexOfAny((byte)'"', (byte)'\\');
        if (at < 0)
            return bytes.Length;

        _place = bytes[at] == (byte)'"' ? Outside : Escape;
        return at + 1;
    }

    private readonly byte Next(byte value) => (_place, value) switch
    {
        (Escape, _) => String,
        (Slash, (byte)'*') => Comment,
        (Star, (byte)'/') => Outside,
        (Star, (byte)'*') => Star,
        (Star, _) => Comment,
        (Outside, (byte)'"') => String,
        (Outside, (byte)'/') => Slash,
        (Outside, (byte)' ' or (byte)'\t' or (byte)'\n' or (byte)'\r') => Outside,
        _ => Settled,
    };
}
