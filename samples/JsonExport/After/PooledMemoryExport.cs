using System.IO.Pipelines;
using System.Text.Json;
using Pooling.Json;

namespace Pooling.JsonExport.After;

/// <summary>A leased writer on its own buffer: the whole document is there before its first byte is sent, so that its length is known and an
/// exception half-way sends nothing.</summary>
/// <param name="pool">Where writers come from; <see langword="null"/> for the shared pool.</param>
internal sealed class PooledMemoryExport(Utf8JsonWriterPool? pool = null) : ICustomerExport
{
    private readonly Utf8JsonWriterPool _pool = pool ?? Utf8JsonWriterPool.Shared;

    public string Name => "pooled-memory";

    public void Write(CustomerPage page, Stream target)
    {
        using PooledUtf8JsonWriter lease = _pool.Rent();
        Write(lease.Writer, page);
        target.Write(lease.WrittenSpan);
    }

    public async Task WriteAsync(CustomerPage page, PipeWriter target, CancellationToken cancellationToken)
    {
        using PooledUtf8JsonWriter lease = _pool.Rent();
        Write(lease.Writer, page);
        FlushResult sent = await target.WriteAsync(lease.WrittenMemory, cancellationToken).ConfigureAwait(false);
        if (sent.IsCompleted)
            throw new OperationCanceledException("The reader of the pipe has gone.");
    }

    private static void Write(Utf8JsonWriter writer, CustomerPage page)
    {
        CustomerJson.WriteStart(writer, page);
        foreach (Customer customer in page.Value)
            CustomerJson.WriteCustomer(writer, customer);

        CustomerJson.WriteEnd(writer);
    }
}
