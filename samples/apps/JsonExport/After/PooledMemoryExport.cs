using System.IO.Pipelines;
using System.Text.Json;
using Pooling.Buffers;
using Pooling.Json;
using Pooling.Objects;

namespace Pooling.JsonExport.After;

/// <summary>Writes with a leased writer to a leased buffer. The whole document is complete before its first byte is sent, so that its
/// length is known and nothing is sent if an exception is thrown.</summary>
/// <remarks>Each document that is being written or sent is held completely in memory. A server with many clients must limit their
/// number.</remarks>
/// <param name="pool">The pool of writers; <see langword="null"/> for the shared pool.</param>
/// <param name="documents">The pool of buffers; <see langword="null"/> for a pool that all exports share, which retains little.</param>
internal sealed class PooledMemoryExport(Utf8JsonWriterPool? pool = null, BufferWriterPool? documents = null) : ICustomerExport
{
    // Documents are large and few: releasing the memory between two peaks matters more than a warm buffer.
    private static readonly BufferWriterPool s_documents = new(new BufferWriterPoolOptions
    {
        Name = "whole documents",
        MaxRetained = 4,
        MaxRetainedBytes = 8 * 1024 * 1024,
        TrimAfter = TimeSpan.FromSeconds(2),
    });

    private readonly Utf8JsonWriterPool _pool = pool ?? Utf8JsonWriterPool.Shared;
    private readonly BufferWriterPool _documents = documents ?? s_documents;

    public string Name => "pooled-memory";

    public void Write(CustomerPage page, Stream target)
    {
        using PooledDocument document = Prepare(page, CancellationToken.None);
        document.SendTo(target);
    }

    public async Task WriteAsync(CustomerPage page, PipeWriter target, CancellationToken cancellationToken)
    {
        using PooledDocument document = Prepare(page, cancellationToken);
        await document.SendToAsync(target, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Writes the document without sending it.</summary>
    /// <param name="page">The customers.</param>
    /// <param name="cancellationToken">A token that is checked between two customers.</param>
    /// <returns>The document. It must be disposed after it is sent.</returns>
    /// <exception cref="OperationCanceledException">The token was canceled.</exception>
    public PooledDocument Prepare(CustomerPage page, CancellationToken cancellationToken)
    {
        PooledLease<SegmentedBufferWriter> document = SegmentedBufferWriter.Rent(_documents);
        try
        {
            using PooledUtf8JsonWriter lease = _pool.Rent(document.Value);
            Write(lease.Writer, page, cancellationToken);
        }
        catch
        {
            document.Dispose();
            throw;
        }

        return new PooledDocument(document);
    }

    private static void Write(Utf8JsonWriter writer, CustomerPage page, CancellationToken cancellationToken)
    {
        CustomerJson.WriteStart(writer, page);
        foreach (Customer customer in page.Value)
        {
            cancellationToken.ThrowIfCancellationRequested();
            CustomerJson.WriteCustomer(writer, customer);
        }

        CustomerJson.WriteEnd(writer);
    }
}
