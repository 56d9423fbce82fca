using System.IO.Pipelines;
using System.Text.Json;

namespace Pooling.JsonExport.Before;

/// <summary>The published array-pool export as it was published (rows ODATA-*-ArrayPool): wrong beyond 16 KB.</summary>
/// <remarks>
/// The writer keeps up to 4 KB and more in memory that it took from the buffer and has not committed yet. The export sends and clears the
/// buffer while those bytes are pending; when the writer commits them afterwards, the buffer counts them from its start, where older bytes
/// stand. So from the second piece on, customers are sent twice and others are lost.
/// </remarks>
internal sealed class ArrayPoolPublishedExport : ICustomerExport
{
    public string Name => "array-pool-published";

    public void Write(CustomerPage page, Stream target)
    {
        using var buffer = new ArrayPoolBuffer();
        using var writer = new Utf8JsonWriter(buffer);
        CustomerJson.WriteStart(writer, page);
        foreach (Customer customer in page.Value)
        {
            CustomerJson.WriteCustomer(writer, customer);
            if (IsFull(buffer, writer))
            {
                target.Write(buffer.Written.Span);
                buffer.Clear(); // the defect: the writer's pending bytes are not in the buffer yet
            }
        }

        CustomerJson.WriteEnd(writer);
        writer.Flush();
        target.Write(buffer.Written.Span);
    }

    public async Task WriteAsync(CustomerPage page, PipeWriter target, CancellationToken cancellationToken)
    {
        using var buffer = new ArrayPoolBuffer();
        using var writer = new Utf8JsonWriter(buffer);
        CustomerJson.WriteStart(writer, page);
        foreach (Customer customer in page.Value)
        {
            CustomerJson.WriteCustomer(writer, customer);
            if (IsFull(buffer, writer))
            {
                await target.WriteAsync(buffer.Written, cancellationToken).ConfigureAwait(false);
                buffer.Clear(); // as above
            }
        }

        CustomerJson.WriteEnd(writer);
        writer.Flush();
        await target.WriteAsync(buffer.Written, cancellationToken).ConfigureAwait(false);
    }

    private static bool IsFull(ArrayPoolBuffer buffer, Utf8JsonWriter writer) =>
        buffer.Written.Length + writer.BytesPending > ArrayPoolBuffer.InitialCapacity;
}
