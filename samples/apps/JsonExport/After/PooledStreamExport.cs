using System.IO.Pipelines;
using System.Text.Json;
using Pooling.Json;

namespace Pooling.JsonExport.After;

/// <summary>Writes with a leased writer to a stream. The writer sends its content whenever it reaches 16 KB, so that a document of any
/// length passes through one buffer.</summary>
/// <param name="pool">The pool of writers; <see langword="null"/> for the shared pool.</param>
internal sealed class PooledStreamExport(Utf8JsonWriterPool? pool = null) : ICustomerExport
{
    private readonly Utf8JsonWriterPool _pool = pool ?? Utf8JsonWriterPool.Shared;

    public string Name => "pooled-stream";

    public void Write(CustomerPage page, Stream target)
    {
        using PooledUtf8JsonWriter lease = _pool.Rent(target);
        Utf8JsonWriter writer = lease.Writer;
        CustomerJson.WriteStart(writer, page);
        foreach (Customer customer in page.Value)
            CustomerJson.WriteCustomer(writer, customer);

        CustomerJson.WriteEnd(writer);
    }

    public async Task WriteAsync(CustomerPage page, PipeWriter target, CancellationToken cancellationToken)
    {
        PooledAsyncUtf8JsonWriter lease = _pool.RentAsyncWriter(target.AsStream(leaveOpen: true));
        try
        {
            Utf8JsonWriter writer = lease.Writer;
            CustomerJson.WriteStart(writer, page);
            foreach (Customer customer in page.Value)
            {
                CustomerJson.WriteCustomer(writer, customer);
                await lease.DrainIfNeededAsync(cancellationToken).ConfigureAwait(false);
            }

            CustomerJson.WriteEnd(writer);
            await lease.FlushAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            lease.Discard(); // not "await using": an incomplete document must not be sent
        }
    }
}
