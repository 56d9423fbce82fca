using System.Buffers;

namespace Pooling.Json;

/// <content>Dividing values into pieces, with a drain in between.</content>
public readonly partial struct PooledAsyncUtf8JsonWriter
{
    private async ValueTask<bool> WriteRestAsync(ReadOnlyMemory<char> rest, CancellationToken cancellationToken)
    {
        try
        {
            while (rest.Length > JsonPieces.Chars && await DrainIfNeededAsync(cancellationToken).ConfigureAwait(false))
            {
                Writer.WriteStringValueSegment(rest.Span[..JsonPieces.Chars], isFinalSegment: false);
                rest = rest[JsonPieces.Chars..];
            }

            // A piece that a target which accepts no more would not receive can be skipped.
            Writer.WriteStringValueSegment(rest.Span[..Math.Min(rest.Length, JsonPieces.Chars)], isFinalSegment: true);
        }
        catch
        {
            Abandon();
            throw;
        }

        return await DrainIfNeededAsync(cancellationToken).ConfigureAwait(false);
    }

    private ValueTask<bool> WritePiecesAsync(
        ReadOnlySequence<byte> value, bool isBase64, CancellationToken cancellationToken)
    {
        if (value.IsSingleSegment && value.Length <= JsonPieces.MaxBytes(isBase64))
        {
            JsonPieces.WriteWhole(Writer, value.First.Span, isBase64);
            return DrainIfNeededAsync(cancellationToken);
        }

        WritePiece(default, isBase64, isLast: false);
        return WriteRestAsync(value, isBase64, cancellationToken);
    }

    private async ValueTask<bool> WriteRestAsync(
        ReadOnlySequence<byte> value, bool isBase64, CancellationToken cancellationToken)
    {
        int most = JsonPieces.MaxBytes(isBase64);
        try
        {
            foreach (ReadOnlyMemory<byte> segment in value)
            {
                for (ReadOnlyMemory<byte> rest = segment; !rest.IsEmpty; rest = rest[Math.Min(most, rest.Length)..])
                {
                    if (await DrainIfNeededAsync(cancellationToken).ConfigureAwait(false))
                        WritePiece(rest.Span[..Math.Min(most, rest.Length)], isBase64, isLast: false);
                }
            }

            WritePiece(default, isBase64, isLast: true);
        }
        catch
        {
            Abandon();
            throw;
        }

        return await DrainIfNeededAsync(cancellationToken).ConfigureAwait(false);
    }

    private ValueTask<bool> WritePiecesAsync(Stream source, CancellationToken cancellationToken)
    {
        WritePiece(default, isBase64: true, isLast: false);
        return WriteRestAsync(source, cancellationToken);
    }

    private async ValueTask<bool> WriteRestAsync(Stream source, CancellationToken cancellationToken)
    {
        byte[]? array = null;
        JsonOutput output = Output;
        try
        {
            array = output.RentPiece(JsonPieces.Bytes);
            while (await DrainIfNeededAsync(cancellationToken).ConfigureAwait(false))
            {
                int read = await source.ReadFirstAsync(array, JsonPieces.Bytes, cancellationToken).ConfigureAwait(
                    false);
                if (JsonPieces.CheckedCount(read) == 0)
                    break;

                WritePiece(new ReadOnlySpan<byte>(array, 0, read), isBase64: true, isLast: false);
            }

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

        return await DrainIfNeededAsync(cancellationToken).ConfigureAwait(false);
    }

    // Gets the writer each time: a source or a target may have ended the lease.
    private void WritePiece(ReadOnlySpan<byte> piece, bool isBase64, bool isLast) =>
        JsonPieces.Write(Writer, piece, isBase64, isLast);

    /// <summary>Abandons the document, which ends within a value.</summary>
    private void Abandon()
    {
        // pairs with the compare-and-swap in TryTake
        if (_cell is { } cell && Volatile.Read(ref cell.Version) == _version)
            cell.Item.Abandon();
    }
}
