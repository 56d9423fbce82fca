using System.Buffers;
using System.IO.Pipelines;
using System.Text.Json;

namespace Pooling.Samples.JsonExport;

/// <summary>The export as it is usually written: the serializer does everything.</summary>
internal static class PlainExport
{
    private const int FlushThreshold = 16 * 1024;

    // Not to the pipe itself: if its reader has completed, SerializeAsync of .NET 10 returns and leaves the enumerator undisposed.
    public static async Task WriteDocumentAsync(PipeWriter target, IAsyncEnumerable<Customer> rows, CancellationToken cancellationToken)
    {
        await using Stream stream = target.AsStream(leaveOpen: true);
        await JsonSerializer.SerializeAsync(stream, rows, CustomerJsonContext.Default.IAsyncEnumerableCustomer, cancellationToken);
    }

    public static async Task WriteLinesAsync(PipeWriter target, IAsyncEnumerable<Customer> rows, CancellationToken cancellationToken)
    {
        await foreach (Customer row in rows.WithCancellation(cancellationToken))
        {
            cancellationToken.ThrowIfCancellationRequested(); // the response drops bytes once its client has gone, and is not flushed then
            target.Write(JsonSerializer.SerializeToUtf8Bytes(row, CustomerJsonContext.Default.Customer));
            target.Write("\n"u8);
            if (target.UnflushedBytes >= FlushThreshold)
                await FlushAsync(target, cancellationToken);
        }

        await FlushAsync(target, cancellationToken);
    }

    private static async ValueTask FlushAsync(PipeWriter target, CancellationToken cancellationToken)
    {
        if ((await target.FlushAsync(cancellationToken)).IsCompleted)
            throw new OperationCanceledException("The reader has gone.");
    }
}
