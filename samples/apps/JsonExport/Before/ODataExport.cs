using System.IO.Pipelines;
using Microsoft.OData;

namespace Pooling.JsonExport.Before;

/// <summary>OData's message writer, which knows the model and validates every value against it (rows ODATA-message-writer-*).</summary>
/// <remarks>Its output is equal as JSON, but it escapes different characters, so the bytes differ.</remarks>
internal sealed class ODataExport : ICustomerExport
{
    private readonly CustomerModel _model = new();

    public string Name => "odata";

    public void Write(CustomerPage page, Stream target)
    {
        using var message = new ODataMessageWriter(new ODataResponse(target), _model.CreateSettings(), _model.Model);
        ODataWriter writer = message.CreateODataResourceSetWriter(_model.Customers, _model.Customer);
        writer.WriteStart(new ODataResourceSet());
        foreach (Customer customer in page.Value)
            Write(writer, customer);

        writer.WriteEnd();
        writer.Flush();
    }

    public async Task WriteAsync(CustomerPage page, PipeWriter target, CancellationToken cancellationToken)
    {
        using var message = new ODataMessageWriter(new ODataResponse(target.AsStream(leaveOpen: true)),
            _model.CreateSettings(), _model.Model);
        ODataWriter writer = await message.CreateODataResourceSetWriterAsync(_model.Customers, _model.Customer).ConfigureAwait(false);
        await writer.WriteStartAsync(new ODataResourceSet()).ConfigureAwait(false);
        int sinceFlush = 0;
        foreach (Customer customer in page.Value)
        {
            cancellationToken.ThrowIfCancellationRequested(); // the writer takes no token
            await WriteAsync(writer, customer).ConfigureAwait(false);
            if (++sinceFlush == Utf8JsonWriterExport.CustomersPerFlush)
            {
                await writer.FlushAsync().ConfigureAwait(false); // otherwise it buffers the whole document until the end
                sinceFlush = 0;
            }
        }

        await writer.WriteEndAsync().ConfigureAwait(false);
        await writer.FlushAsync().ConfigureAwait(false);
    }

    private static void Write(ODataWriter writer, Customer customer)
    {
        writer.WriteStart(CustomerModel.ResourceOf(customer));
        writer.WriteStart(new ODataNestedResourceInfo { Name = nameof(Customer.HomeAddress), IsCollection = false });
        writer.WriteStart(CustomerModel.ResourceOf(customer.HomeAddress));
        writer.WriteEnd();
        writer.WriteEnd();
        writer.WriteStart(new ODataNestedResourceInfo { Name = nameof(Customer.Addresses), IsCollection = true });
        writer.WriteStart(new ODataResourceSet());
        foreach (Address address in customer.Addresses)
        {
            writer.WriteStart(CustomerModel.ResourceOf(address));
            writer.WriteEnd();
        }

        writer.WriteEnd();
        writer.WriteEnd();
        writer.WriteEnd();
    }

    private static async Task WriteAsync(ODataWriter writer, Customer customer)
    {
        await writer.WriteStartAsync(CustomerModel.ResourceOf(customer)).ConfigureAwait(false);
        await writer.WriteStartAsync(new ODataNestedResourceInfo { Name = nameof(Customer.HomeAddress), IsCollection = false })
            .ConfigureAwait(false);
        await writer.WriteStartAsync(CustomerModel.ResourceOf(customer.HomeAddress)).ConfigureAwait(false);
        await writer.WriteEndAsync().ConfigureAwait(false);
        await writer.WriteEndAsync().ConfigureAwait(false);
        await writer.WriteStartAsync(new ODataNestedResourceInfo { Name = nameof(Customer.Addresses), IsCollection = true })
            .ConfigureAwait(false);
        await writer.WriteStartAsync(new ODataResourceSet()).ConfigureAwait(false);
        foreach (Address address in customer.Addresses)
        {
            await writer.WriteStartAsync(CustomerModel.ResourceOf(address)).ConfigureAwait(false);
            await writer.WriteEndAsync().ConfigureAwait(false);
        }

        await writer.WriteEndAsync().ConfigureAwait(false);
        await writer.WriteEndAsync().ConfigureAwait(false);
        await writer.WriteEndAsync().ConfigureAwait(false);
    }
}
