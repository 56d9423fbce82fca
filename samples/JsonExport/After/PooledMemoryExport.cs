using System.IO.Pipelines;
using System.Text.Json;
using Pooling.Buffers;
using Pooling.Json;
using Pooling.Objects;

namespace Pooling.JsonExport.After;

/// <summary>A leased writer on a leased buffer: the whole document is there before its first byte is sent, so that its length is known and
/// an exception half-way sends nothing.</summary>
/// <remarks>Each document that is being written or sent holds all its bytes: who serves many clients limits how many there are.</remarks>
/// <param name="pool">Where writers come from; <see langword="null"/> for the shared pool.</param>
/// <param name="documents">Where the memory comes from; <see langword="null"/> for a pool of all exports that keeps little.</param>
internal sealed class PooledMemoryExport(Utf8JsonWriterPool? pool = null, BufferWriterPool? documents = null) : ICustomerExport
{
    // Documents are large and few: what the next one finds is less important than that the memory is free between two peaks.
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

    /// <summary>Writes the document, and sends nothing.</summary>
    /// <param name="page">The customers.</param>
    /// <param name="cancellationToken">Ends the writing between two customers.</param>
    /// <returns>The document; dispose it when it is sent.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
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
