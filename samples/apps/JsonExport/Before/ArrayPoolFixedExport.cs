using System.IO.Pipelines;
using System.Text.Json;

namespace Pooling.JsonExport.Before;

/// <summary>The published array-pool export, corrected: the writer commits its bytes before the buffer is sent.</summary>
internal sealed class ArrayPoolFixedExport : ICustomerExport
{
    public string Name => "array-pool-fixed";

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
                writer.Flush();
                target.Write(buffer.Written.Span);
                buffer.Clear();
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
                writer.Flush();
                await target.WriteAsync(buffer.Written, cancellationToken).ConfigureAwait(false);
                buffer.Clear();
            }
        }

        CustomerJson.WriteEnd(writer);
        writer.Flush();
        await target.WriteAsync(buffer.Written, cancellationToken).ConfigureAwait(false);
    }

    private static bool IsFull(ArrayPoolBuffer buffer, Utf8JsonWriter writer) =>
        buffer.Written.Length + writer.BytesPending > ArrayPoolBuffer.InitialCapacity;
}
