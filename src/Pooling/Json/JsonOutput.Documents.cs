using System.Diagnostics.CodeAnalysis;
using System.Text.Json;

namespace Pooling.Json;

/// <content>Documents: where they end, and whether they are complete.</content>
internal sealed partial class JsonOutput
{
    private JsonRootScan _drained; // of the start of a document that the target has; of any other document, nothing

    /// <summary>Ends a line and starts a new document.</summary>
    internal void NextDocument()
    {
        ThrowIfNotOpen();
        Utf8JsonWriter writer = Writer;
        if (writer.CurrentDepth != 0)
        {
            Throw.InvalidOperation(
                $"The document is incomplete: objects and arrays are open to a depth of {writer.CurrentDepth}.");
        }

        if (writer.BytesPending == 0 && writer.BytesCommitted == 0)
            Throw.InvalidOperation("The document is empty. Write a value first.");

        writer.Flush(); // makes it release its memory
        if (IsWithinString())
            ThrowWithinString();

        GetSpan(1)[0] = (byte)'\n';
        Advance(1);
        writer.Reset();
    }

    /// <summary>Whether the document ends within a root string that was written in segments. The writer holds no
    /// memory.</summary>
    private bool IsWithinString()
    {
        long committed = Writer.BytesCommitted;
        return !BeginsWithContainer(committed) && ScanDocument(committed).IsWithinString;
    }

    // The usual case: all of an object or an array is here. The brackets and the braces differ in one bit.
    private bool BeginsWithContainer(long committed)
    {
        byte[] buffer = _buffer;
        long start = _written - committed;
        return (ulong)start < (ulong)buffer.Length && (buffer[(int)start] | 0x20) == '{';
    }

    /// <summary>Reads what the target gets of the document, before it leaves the buffer. The writer holds no
    /// memory.</summary>
    private void ScanDrained()
    {
        long committed = Writer.BytesCommitted;
        if (committed == 0)
            return;

        if (Writer.CurrentDepth == 0 && !BeginsWithContainer(committed))
            _drained = ScanDocument(committed);
        else
            _drained.Settle();
    }

    private JsonRootScan ScanDocument(long committed)
    {
        int here = (int)Math.Min(committed, _written);
        JsonRootScan scan = here == committed ? default : _drained; // default: the target has nothing of it
        scan.Read(new ReadOnlySpan<byte>(_buffer, _written - here, here));
        return scan;
    }

    [DoesNotReturn]
    private static void ThrowWithinString() => Throw.InvalidOperation(
        "The document is incomplete: its string was written in segments, and the final segment is missing.");
}
