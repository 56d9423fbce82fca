using Microsoft.OData;
using Microsoft.OData.Edm;

namespace Pooling.Benchmarks.Json.OData;

/// <summary>Writes the export with OData's message writer, which knows the model.</summary>
internal sealed class ODataMessage
{
    private const string Namespace = "Exports";
    private static readonly Uri s_root = new(CustomerPage.ContextUri[..CustomerPage.ContextUri.IndexOf('$')]);

    private readonly EdmModel _model = new();
    private readonly EdmEntityType _customer;
    private readonly EdmEntitySet _customers;

    internal ODataMessage()
    {
        var address = new EdmComplexType(Namespace, "Address");
        address.AddStructuralProperty("City", EdmPrimitiveTypeKind.String);
        address.AddStructuralProperty("Street", EdmPrimitiveTypeKind.String);
        _model.AddElement(address);

        _customer = new EdmEntityType(Namespace, "Customer");
        _customer.AddKeys(_customer.AddStructuralProperty("Id", EdmPrimitiveTypeKind.Int32, isNullable: false));
        _customer.AddStructuralProperty("Name", EdmPrimitiveTypeKind.String);
        _customer.AddStructuralProperty("Emails",
            new EdmCollectionTypeReference(new EdmCollectionType(EdmCoreModel.Instance.GetString(isNullable: false))));
        _customer.AddStructuralProperty("HomeAddress", new EdmComplexTypeReference(address, isNullable: false));
        _customer.AddStructuralProperty("Addresses",
            new EdmCollectionTypeReference(new EdmCollectionType(new EdmComplexTypeReference(address, isNullable: false))));
        _model.AddElement(_customer);

        var container = new EdmEntityContainer(Namespace, "Container");
        _customers = container.AddEntitySet("Customers", _customer);
        _model.AddElement(container);
    }

    internal void Write(Stream stream, CustomerPage page, ValidationKinds validations = ValidationKinds.All,
        IServiceProvider? container = null)
    {
        using var message = new ODataMessageWriter(new ODataResponse(stream, container), CreateSettings(validations), _model);
        ODataWriter writer = message.CreateODataResourceSetWriter(_customers, _customer);
        writer.WriteStart(new ODataResourceSet());
        foreach (Customer customer in page.Value)
            Write(writer, customer);

        writer.WriteEnd();
        writer.Flush();
    }

    /// <param name="stream">What to write to.</param>
    /// <param name="page">What to write.</param>
    /// <param name="afterEach">Is awaited behind each customer.</param>
    /// <param name="container">Where the JSON writer comes from, if it is not OData's own.</param>
    internal async Task WriteAsync(Stream stream, CustomerPage page, Func<ValueTask>? afterEach = null, IServiceProvider? container = null)
    {
        using var message = new ODataMessageWriter(new ODataResponse(stream, container), CreateSettings(ValidationKinds.All), _model);
        ODataWriter writer = await message.CreateODataResourceSetWriterAsync(_customers, _customer).ConfigureAwait(false);
        await writer.WriteStartAsync(new ODataResourceSet()).ConfigureAwait(false);
        foreach (Customer customer in page.Value)
        {
            await WriteAsync(writer, customer).ConfigureAwait(false);
            if (afterEach is not null)
                await afterEach().ConfigureAwait(false);
        }

        await writer.WriteEndAsync().ConfigureAwait(false);
        await writer.FlushAsync().ConfigureAwait(false);
    }

    private static ODataMessageWriterSettings CreateSettings(ValidationKinds validations)
    {
        var settings = new ODataMessageWriterSettings
        {
            Version = ODataVersion.V4,
            BaseUri = s_root,
            EnableMessageStreamDisposal = false,
            Validations = validations,
            ODataUri = new ODataUri { ServiceRoot = s_root },
        };
        settings.SetContentType(ODataFormat.Json);
        return settings;
    }

    private static void Write(ODataWriter writer, Customer customer)
    {
        writer.WriteStart(CustomerResource.CreateForMessage(customer));
        writer.WriteStart(new ODataNestedResourceInfo { Name = "HomeAddress", IsCollection = false });
        writer.WriteStart(CustomerResource.CreateForMessage(customer.HomeAddress));
        writer.WriteEnd();
        writer.WriteEnd();
        writer.WriteStart(new ODataNestedResourceInfo { Name = "Addresses", IsCollection = true });
        writer.WriteStart(new ODataResourceSet());
        foreach (Address address in customer.Addresses)
        {
            writer.WriteStart(CustomerResource.CreateForMessage(address));
            writer.WriteEnd();
        }

        writer.WriteEnd();
        writer.WriteEnd();
        writer.WriteEnd();
    }

    private static async Task WriteAsync(ODataWriter writer, Customer customer)
    {
        await writer.WriteStartAsync(CustomerResource.CreateForMessage(customer)).ConfigureAwait(false);
        await writer.WriteStartAsync(new ODataNestedResourceInfo { Name = "HomeAddress", IsCollection = false }).ConfigureAwait(false);
        await writer.WriteStartAsync(CustomerResource.CreateForMessage(customer.HomeAddress)).ConfigureAwait(false);
        await writer.WriteEndAsync().ConfigureAwait(false);
        await writer.WriteEndAsync().ConfigureAwait(false);
        await writer.WriteStartAsync(new ODataNestedResourceInfo { Name = "Addresses", IsCollection = true }).ConfigureAwait(false);
        await writer.WriteStartAsync(new ODataResourceSet()).ConfigureAwait(false);
        foreach (Address address in customer.Addresses)
        {
            await writer.WriteStartAsync(CustomerResource.CreateForMessage(address)).ConfigureAwait(false);
            await writer.WriteEndAsync().ConfigureAwait(false);
        }

        await writer.WriteEndAsync().ConfigureAwait(false);
        await writer.WriteEndAsync().ConfigureAwait(false);
        await writer.WriteEndAsync().ConfigureAwait(false);
    }
}
