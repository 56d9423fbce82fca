using System.IO.Pipelines;
using System.Text.Json;

namespace Pooling.JsonExport.Before;

/// <summary>A new writer on the stream, flushed every 66 customers (row ODATA-utf8-direct).</summary>
internal sealed class Utf8JsonWriterExport : ICustomerExport
{
    /// <summary>As published. The writer's buffer stays near 32 KB.</summary>
    public const int CustomersPerFlush = 66;

    public string Name => "utf8-writer";

    public void Write(CustomerPage page, Stream target)
    {
        using var writer = new Utf8JsonWriter(target);
        CustomerJson.WriteStart(writer, page);
        int sinceFlush = 0;
        foreach (Customer customer in page.Value)
        {
            CustomerJson.WriteCustomer(writer, customer);
            if (++sinceFlush == CustomersPerFlush)
            {
                writer.Flush();
                sinceFlush = 0;
            }
        }

        CustomerJson.WriteEnd(writer);
    }

    public async Task WriteAsync(CustomerPage page, PipeWriter target, CancellationToken cancellationToken)
    {
        await using var writer = new Utf8JsonWriter(target.AsStream(leaveOpen: true));
        CustomerJson.WriteStart(writer, page);
        int sinceFlush = 0;
        foreach (Customer customer in page.Value)
        {
            CustomerJson.WriteCustomer(writer, customer);
            if (++sinceFlush == CustomersPerFlush)
            {
                await writer.FlushAsync(cancellationToken).ConfigureAwait(false);
                sinceFlush = 0;
            }
        }

        CustomerJson.WriteEnd(writer);
        await writer.FlushAsync(cancellationToken).ConfigureAwait(false);
    }
}
