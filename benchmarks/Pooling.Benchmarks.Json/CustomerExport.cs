using System.Text.Json;
using Pooling.Benchmarks.Json.Forms;
using Pooling.Json;

namespace Pooling.Benchmarks.Json;

/// <summary>The export with a <see cref="Utf8JsonWriter"/>: as it is done plainly, as it was published, and leased.</summary>
/// <typeparam name="TForm">What becomes of each customer first.</typeparam>
internal static class CustomerExport<TForm> where TForm : struct, ICustomerForm
{
    private const int CustomersPerFlush = 66;
    private const int PublishedBufferSize = 16 * 1024;

    internal static void WriteDirect(Stream stream, CustomerPage page, JsonWriterOptions options = default)
    {
        using var writer = new Utf8JsonWriter(stream, options);
        CustomerWriter.WriteStart(writer);
        int sinceFlush = 0;
        foreach (Customer customer in page.Value)
        {
            default(TForm).Write(writer, customer);
            if (++sinceFlush == CustomersPerFlush)
            {
                writer.Flush();
                sinceFlush = 0;
            }
        }

        CustomerWriter.WriteEnd(writer);
    }

    internal static void WriteOverArrayPool(Stream stream, CustomerPage page, JsonWriterOptions options = default)
    {
        using var buffer = new PublishedArrayPoolWriter(PublishedBufferSize);
        using var writer = new Utf8JsonWriter(buffer, options);
        CustomerWriter.WriteStart(writer);
        int sinceFlush = 0;
        foreach (Customer customer in page.Value)
        {
            default(TForm).Write(writer, customer);
            if (++sinceFlush == CustomersPerFlush)
            {
                writer.Flush();
                buffer.CopyTo(stream);
                sinceFlush = 0;
            }
        }

        CustomerWriter.WriteEnd(writer);
        writer.Flush();
        buffer.CopyTo(stream);
    }

    internal static void WriteLeased(Utf8JsonWriterPool pool, Stream stream, CustomerPage page, JsonWriterOptions options = default)
    {
        using PooledUtf8JsonWriter lease = pool.Rent(stream, options);
        Utf8JsonWriter writer = lease.Writer;
        CustomerWriter.WriteStart(writer);
        foreach (Customer customer in page.Value)
            default(TForm).Write(writer, customer);

        CustomerWriter.WriteEnd(writer);
    }

    internal static async Task WriteDirectAsync(Stream stream, CustomerPage page)
    {
        await using var writer = new Utf8JsonWriter(stream);
        CustomerWriter.WriteStart(writer);
        int sinceFlush = 0;
        foreach (Customer customer in page.Value)
        {
            default(TForm).Write(writer, customer);
            if (++sinceFlush == CustomersPerFlush)
            {
                await writer.FlushAsync().ConfigureAwait(false);
                sinceFlush = 0;
            }
        }

        CustomerWriter.WriteEnd(writer);
    }

    internal static async Task WriteLeasedAsync(Utf8JsonWriterPool pool, Stream stream, CustomerPage page)
    {
        await using PooledAsyncUtf8JsonWriter lease = pool.RentAsyncWriter(stream);
        Utf8JsonWriter writer = lease.Writer;
        CustomerWriter.WriteStart(writer);
        foreach (Customer customer in page.Value)
        {
            default(TForm).Write(writer, customer);
            await lease.DrainIfNeededAsync().ConfigureAwait(false);
        }

        CustomerWriter.WriteEnd(writer);
    }
}
