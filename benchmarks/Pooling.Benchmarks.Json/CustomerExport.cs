using System.IO.Pipelines;

namespace Pooling.Benchmarks.Json;

/// <summary>The export with a <see cref="Utf8JsonWriter"/>: as it is done plainly, as it was published, and leased.</summary>
internal static class CustomerExport
{
    private const int CustomersPerFlush = 66;
    private const int PublishedBufferSize = 16 * 1024;

    internal static void WriteDirect(
        Stream stream, CustomerPage page, CustomerShape shape = CustomerShape.Plain, JsonWriterOptions options = default)
    {
        using var json = new Utf8JsonWriter(stream, options);
        var writer = new CustomerWriter(json, shape);
        writer.WriteStart();
        int count = 0;
        foreach (Customer customer in page.Value)
        {
            writer.Write(customer);
            if (++count % CustomersPerFlush == 0)
                json.Flush();
        }

        writer.WriteEnd();
    }

    /// <remarks>As published, the buffer is emptied while the JSON writer still holds bytes for it: what is written is wrong.</remarks>
    internal static void WriteOverArrayPool(
        Stream stream, CustomerPage page, CustomerShape shape = CustomerShape.Plain, JsonWriterOptions options = default,
        bool asPublished = false)
    {
        using var buffer = new PublishedArrayPoolWriter(PublishedBufferSize, isCleared: true);
        using var json = new Utf8JsonWriter(buffer, options);
        var writer = new CustomerWriter(json, shape);
        writer.WriteStart();
        int count = 0;
        foreach (Customer customer in page.Value)
        {
            writer.Write(customer);
            if (++count % CustomersPerFlush == 0)
            {
                if (!asPublished)
                    json.Flush();

                buffer.MoveTo(stream);
            }
        }

        writer.WriteEnd();
        json.Flush();
        buffer.MoveTo(stream);
    }

    internal static void WriteLeased(
        Utf8JsonWriterPool pool, Stream stream, CustomerPage page, CustomerShape shape = CustomerShape.Plain,
        JsonWriterOptions options = default)
    {
        using PooledUtf8JsonWriter lease = pool.Rent(stream, options);
        var writer = new CustomerWriter(lease.Writer, shape);
        writer.WriteStart();
        foreach (Customer customer in page.Value)
            writer.Write(customer);

        writer.WriteEnd();
    }

    internal static Task WriteDirectAsync(Stream stream, CustomerPage page) => WriteDirectAsync(new Utf8JsonWriter(stream), page);

    internal static async Task WriteDirectAsync(PipeWriter pipe, CustomerPage page)
    {
        await WriteDirectAsync(new Utf8JsonWriter(pipe), page, pipe).ConfigureAwait(false);
        await pipe.CompleteAsync().ConfigureAwait(false);
    }

    internal static async Task WriteLeasedAsync(
        PooledAsyncUtf8JsonWriter leased, CustomerPage page, CustomerShape shape = CustomerShape.Plain)
    {
        await using PooledAsyncUtf8JsonWriter lease = leased;
        var writer = new CustomerWriter(lease.Writer, shape);
        writer.WriteStart();
        foreach (Customer customer in page.Value)
        {
            writer.Write(customer);
            await lease.DrainIfNeededAsync().ConfigureAwait(false);
        }

        writer.WriteEnd();
    }

    private static async Task WriteDirectAsync(Utf8JsonWriter json, CustomerPage page, PipeWriter? pipe = null)
    {
        var writer = new CustomerWriter(json);
        writer.WriteStart();
        int count = 0;
        foreach (Customer customer in page.Value)
        {
            writer.Write(customer);
            if (++count % CustomersPerFlush == 0)
            {
                await json.FlushAsync().ConfigureAwait(false);
                if (pipe is not null)
                    await pipe.FlushAsync().ConfigureAwait(false);
            }
        }

        writer.WriteEnd();
        await json.DisposeAsync().ConfigureAwait(false);
    }
}
