using System.Buffers;
using System.IO.Pipelines;
using System.Text.Json;

namespace Pooling.Samples.JsonExport;

/// <summary>The export as it is usually written: the serializer does everything.</summary>
internal static class PlainExport
{
    public static Task WriteAsync(PipeWriter target, IAsyncEnumerable<Customer> rows, bool isLines, CancellationToken cancellationToken) =>
        isLines ? WriteLinesAsync(target, rows, cancellationToken) : WriteDocumentAsync(target, rows, cancellationToken);

    // Not to the pipe itself: if its reader has completed, SerializeAsync of .NET 10 returns and leaves the enumerator undisposed.
    private static async Task WriteDocumentAsync(PipeWriter target, IAsyncEnumerable<Customer> rows, CancellationToken cancellationToken)
    {
        await using Stream stream = target.AsStream(leaveOpen: true);
        await JsonSerializer.SerializeAsync(stream, rows, CustomerJsonContext.Default.IAsyncEnumerableCustomer, cancellationToken);
    }

    private static async Task WriteLinesAsync(PipeWriter target, IAsyncEnumerable<Customer> rows, CancellationToken cancellationToken)
    {
        await foreach (Customer row in rows.WithCancellation(cancellationToken))
        {
            cancellationToken.ThrowIfCancellationRequested(); // the response drops bytes once its client has gone, and is not flushed then
            target.Write(JsonSerializer.SerializeToUtf8Bytes(row, CustomerJsonContext.Default.Customer));
            target.Write("\n"u8);
            if (target.UnflushedBytes >= PooledExport<Customer>.FlushThreshold)
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
