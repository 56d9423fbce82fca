using System.IO.Pipelines;
using System.Text.Json;
using Pooling.Json;

namespace Pooling.JsonExport.After;

/// <summary>Writes with a leased writer to a pipe. A Kestrel response is a pipe, so no stream is needed in between.</summary>
/// <param name="pool">The pool of writers; <see langword="null"/> for the shared pool.</param>
internal sealed class PooledPipeExport(Utf8JsonWriterPool? pool = null) : ICustomerExport
{
    private readonly Utf8JsonWriterPool _pool = pool ?? Utf8JsonWriterPool.Shared;

    public string Name => "pooled-pipe";

    public void Write(CustomerPage page, Stream target)
    {
        // A pipe is made for asynchronous use. For a file it is only an additional layer, which this export demonstrates.
        var pipe = PipeWriter.Create(target, new StreamPipeWriterOptions(leaveOpen: true));
        WriteAsync(page, pipe, CancellationToken.None).GetAwaiter().GetResult();
        pipe.Complete();
    }

    public async Task WriteAsync(CustomerPage page, PipeWriter target, CancellationToken cancellationToken)
    {
        PooledAsyncUtf8JsonWriter lease = _pool.RentAsyncWriter(target);
        try
        {
            Utf8JsonWriter writer = lease.Writer;
            CustomerJson.WriteStart(writer, page);
            foreach (Customer customer in page.Value)
            {
                CustomerJson.WriteCustomer(writer, customer);
                if (!await lease.DrainIfNeededAsync(cancellationToken).ConfigureAwait(false))
                    throw NobodyReads();
            }

            CustomerJson.WriteEnd(writer);
            if (!await lease.FlushAsync(cancellationToken).ConfigureAwait(false))
                throw NobodyReads();
        }
        finally
        {
            lease.Discard(); // not "await using": an incomplete document must not be sent
        }
    }

    private static OperationCanceledException NobodyReads() => new("The reader of the pipe has completed.");
}
