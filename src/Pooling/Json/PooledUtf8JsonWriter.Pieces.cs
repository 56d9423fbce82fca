using System.Buffers;

namespace Pooling.Json;

/// <content>Dividing binary values into pieces.</content>
public readonly partial struct PooledUtf8JsonWriter
{
    private void WritePieces(ReadOnlySequence<byte> value, bool isBase64)
    {
        int most = JsonPieces.MaxBytes(isBase64);
        if (value.IsSingleSegment && value.Length <= most)
        {
            JsonPieces.WriteWhole(Writer, value.First.Span, isBase64);
            return;
        }

        WritePiece(default, isBase64, isLast: false);
        try
        {
            foreach (ReadOnlyMemory<byte> segment in value)
            {
                ReadOnlySpan<byte> rest = segment.Span;
                for (; rest.Length > most; rest = rest[most..])
                    WritePiece(rest[..most], isBase64, isLast: false);

                WritePiece(rest, isBase64, isLast: false);
            }

            WritePiece(default, isBase64, isLast: true);
        }
        catch
        {
            Abandon();
            throw;
        }
    }

    private void WritePieces(Stream source)
    {
        WritePiece(default, isBase64: true, isLast: false);
        byte[]? array = null;
        JsonOutput output = Output;
        try
        {
            array = output.RentPiece(JsonPieces.Bytes);
            int read;
            while ((read = JsonPieces.CheckedCount(source.Read(array, 0, JsonPieces.Bytes))) > 0)
                WritePiece(new ReadOnlySpan<byte>(array, 0, read), isBase64: true, isLast: false);

            WritePiece(default, isBase64: true, isLast: true);
        }
        catch
        {
            Abandon();
            throw;
        }
        finally
        {
            output.ReturnPiece(array);
        }
    }

    // Gets the writer each time: a source or a target may have ended the lease.
    private void WritePiece(ReadOnlySpan<byte> piece, bool isBase64, bool isLast) =>
        JsonPieces.Write(Writer, piece, isBase64, isLast);

    /// <summary>Abandons the document, which ends within a value.</summary>
    private void Abandon()
    {
        // pairs with the compare-and-swap in TryEnd
        if (_cell is { } cell && Volatile.Read(ref cell.Version) == _version)
            cell.Item.Abandon();
    }
}
