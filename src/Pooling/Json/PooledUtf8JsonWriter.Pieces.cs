using System.Buffers;

namespace Pooling.Json;

/// <content>How values that come as bytes are cut into pieces.</content>
public readonly partial struct PooledUtf8JsonWriter
{
    // The most of which the writer asks for no more than 16 KB, whatever must be escaped: 3 bytes for each of up to 6 characters that one
    // becomes,
    private const int CharsInAPiece = 896;

    // up to 6 for each byte of UTF-8,
    private const int Utf8BytesInAPiece = 2560;

    // and 4 for 3 bytes. A multiple of 3, so that no piece leaves a rest to the next.
    private const int BytesInAPiece = 6144;

    private void WritePieces(ReadOnlySequence<byte> value, bool isBase64)
    {
        int most = isBase64 ? BytesInAPiece : Utf8BytesInAPiece;
        if (value.IsSingleSegment && value.Length <= most)
        {
            WriteWhole(value.First.Span, isBase64);
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
            array = output.RentPiece(BytesInAPiece);
            int read;
            while ((read = CheckedCount(source.Read(array, 0, BytesInAPiece))) > 0)
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

    private ValueTask<bool> WritePiecesAsync(ReadOnlySequence<byte> value, bool isBase64, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
            return new ValueTask<bool>(Task.FromCanceled<bool>(cancellationToken));

        if (value.IsSingleSegment && value.Length <= (isBase64 ? BytesInAPiece : Utf8BytesInAPiece))
        {
            WriteWhole(value.First.Span, isBase64);
            return DrainIfNeededAsync(cancellationToken);
        }

        WritePiece(default, isBase64, isLast: false);
        return WriteRestAsync(value, isBase64, cancellationToken);
    }

    private async ValueTask<bool> WriteRestAsync(ReadOnlySequence<byte> value, bool isBase64, CancellationToken cancellationToken)
    {
        int most = isBase64 ? BytesInAPiece : Utf8BytesInAPiece;
        try
        {
            foreach (ReadOnlyMemory<byte> segment in value)
            {
                for (int start = 0; start < segment.Length; start += most)
                {
                    if (await DrainIfNeededAsync(cancellationToken).ConfigureAwait(false))
                        WritePiece(segment.Span[start..Math.Min(start + most, segment.Length)], isBase64, isLast: false);
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

    // A count beyond what was asked for would send what the array pool left behind it, which may be anybody's.
    private static int CheckedCount(int read)
    {
        if ((uint)read > BytesInAPiece)
            Throw.InvalidOperation($"The stream says that it read {read} bytes where {BytesInAPiece} were asked for.");

        return read;
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
            array = output.RentPiece(BytesInAPiece);
            while (await DrainIfNeededAsync(cancellationToken).ConfigureAwait(false))
            {
                int read = CheckedCount(await source.ReadFirstAsync(array, BytesInAPiece, cancellationToken).ConfigureAwait(false));
                if (read == 0)
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

    private void WriteWhole(ReadOnlySpan<byte> value, bool isBase64)
    {
        if (isBase64)
            Writer.WriteBase64StringValue(value);
        else
            Writer.WriteStringValue(value);
    }

    // Asks for the writer each time: a source or a target may have ended the lease.
    private void WritePiece(ReadOnlySpan<byte> piece, bool isBase64, bool isLast)
    {
        if (isBase64)
            Writer.WriteBase64StringSegment(piece, isLast);
        else
            Writer.WriteStringValueSegment(piece, isLast);
    }

    /// <summary>Gives the document up, which ends within a value.</summary>
    private void Abandon()
    {
        if (_cell is { } cell && Volatile.Read(ref cell.Version) == _version) // pairs with the compare-and-swap in TryEnd
            cell.Item.Abandon();
    }
}
