using Microsoft.OData;
using Microsoft.OData.Edm;

namespace Pooling.Benchmarks.Json.OData;

/// <summary>Writes the export with OData's message writer, which knows the model.</summary>
internal sealed class ODataMessage
{
    private const string Namespace = "NS";

    private readonly EdmModel _model = new();
    private readonly EdmEntitySet _customers;
    private readonly List<ODataItem?> _items = [];

    internal ODataMessage()
    {
        var address = new EdmComplexType(Namespace, "Address");
        address.AddStructuralProperty("City", EdmPrimitiveTypeKind.String);
        address.AddStructuralProperty("Street", EdmPrimitiveTypeKind.String);
        _model.AddElement(address);

        var customer = new EdmEntityType(Namespace, "Customer");
        customer.AddKeys(customer.AddStructuralProperty("Id", EdmPrimitiveTypeKind.Int32, isNullable: false));
        customer.AddStructuralProperty("Name", EdmPrimitiveTypeKind.String);
        customer.AddStructuralProperty("Emails", Collection(EdmCoreModel.Instance.GetString(isNullable: true)));
        customer.AddStructuralProperty("HomeAddress", new EdmComplexTypeReference(address, isNullable: false));
        customer.AddStructuralProperty("Addresses", Collection(new EdmComplexTypeReference(address, isNullable: false)));
        _model.AddElement(customer);

        var container = new EdmEntityContainer(Namespace, "DefaultContainer");
        _customers = container.AddEntitySet("Customers", customer);
        _model.AddElement(container);
    }

    internal bool IsValidated { get; init; } = true;

    internal string Charset { get; init; } = "UTF-8";

    /// <summary>Gets what makes the JSON writer of a message; with none OData uses its own.</summary>
    internal Func<IJsonWriter>? CreateJsonWriter { get; init; }

    internal void Write(Stream stream, CustomerPage page)
    {
        using ODataMessageWriter message = CreateMessageWriter(stream);
        ODataWriter writer = message.CreateODataResourceSetWriter(_customers);
        writer.WriteStart(new ODataResourceSet());
        foreach (Customer customer in page.Value)
            Write(writer, customer);

        writer.WriteEnd();
        writer.Flush();
    }

    internal async Task WriteAsync(Stream stream, CustomerPage page)
    {
        using ODataMessageWriter message = CreateMessageWriter(stream);
        ODataWriter writer = await message.CreateODataResourceSetWriterAsync(_customers).ConfigureAwait(false);
        await writer.WriteStartAsync(new ODataResourceSet()).ConfigureAwait(false);
        foreach (Customer customer in page.Value)
        {
            ResourceItems.Fill(_items, customer);
            foreach (ODataItem? item in _items)
                await WriteAsync(writer, item).ConfigureAwait(false);
        }

        await writer.WriteEndAsync().ConfigureAwait(false);
        await writer.FlushAsync().ConfigureAwait(false);
    }

    /// <summary>Calls OData synchronously, which only fills the buffer of a lease, and awaits the stream between customers.</summary>
    internal async Task WriteLeasedAsync(Stream stream, CustomerPage page, PooledAsyncUtf8JsonWriter lease)
    {
        using ODataMessageWriter message = CreateMessageWriter(stream);
        ODataWriter writer = message.CreateODataResourceSetWriter(_customers);
        writer.WriteStart(new ODataResourceSet());
        foreach (Customer customer in page.Value)
        {
            Write(writer, customer);
            await lease.DrainIfNeededAsync().ConfigureAwait(false);
        }

        writer.WriteEnd();
        writer.Flush();
    }

    private static EdmCollectionTypeReference Collection(IEdmTypeReference item) => new(new EdmCollectionType(item));

    private ODataMessageWriter CreateMessageWriter(Stream stream)
    {
        var settings = new ODataMessageWriterSettings
        {
            EnableMessageStreamDisposal = false,
            ODataUri = new ODataUri { ServiceRoot = new Uri("https://services.odata.org/V4/OData/OData.svc/") },
        };
        if (!IsValidated)
        {
            settings.Validations = ValidationKinds.None;
            settings.EnableCharactersCheck = false;
        }

        IServiceProvider? container = CreateJsonWriter is null ? null : new Services(CreateJsonWriter);
        return new ODataMessageWriter(new Response(stream, $"application/json; charset={Charset}", container), settings, _model);
    }

    private void Write(ODataWriter writer, Customer customer)
    {
        ResourceItems.Fill(_items, customer);
        foreach (ODataItem? item in _items)
            Write(writer, item);
    }

    private static void Write(ODataWriter writer, ODataItem? item)
    {
        if (item is null)
            writer.WriteEnd();
        else if (item is ODataResource resource)
            writer.WriteStart(resource);
        else if (item is ODataNestedResourceInfo info)
            writer.WriteStart(info);
        else
            writer.WriteStart((ODataResourceSet)item);
    }

    private static Task WriteAsync(ODataWriter writer, ODataItem? item) => item switch
    {
        null => writer.WriteEndAsync(),
        ODataResource resource => writer.WriteStartAsync(resource),
        ODataNestedResourceInfo info => writer.WriteStartAsync(info),
        _ => writer.WriteStartAsync((ODataResourceSet)item),
    };

    private sealed class Response(Stream stream, string contentType, IServiceProvider? container)
        : IODataResponseMessageAsync, IContainerProvider
    {
        public IServiceProvider? Container => container;

        public IEnumerable<KeyValuePair<string, string>> Headers => [];

        public int StatusCode { get; set; } = 200;

        public string? GetHeader(string headerName) => headerName == "Content-Type" ? contentType : null;

        public void SetHeader(string headerName, string headerValue)
        {
        }

        public Stream GetStream() => stream;

        public Task<Stream> GetStreamAsync() => Task.FromResult(stream);
    }

    /// <summary>What OData asks for its parts: the JSON writer is ours, all else as OData makes it.</summary>
    private sealed class Services(Func<IJsonWriter> createJsonWriter) : IServiceProvider, IJsonWriterFactory
    {
        private readonly Dictionary<Type, object> _instances = [];

        public IJsonWriter CreateJsonWriter(TextWriter textWriter, bool isIeee754Compatible) => createJsonWriter();

        public object? GetService(Type serviceType)
        {
            if (serviceType == typeof(IJsonWriterFactory))
                return this;

            if (!_instances.TryGetValue(serviceType, out object? instance))
                _instances.Add(serviceType, instance = Activator.CreateInstance(serviceType)!);

            return instance;
        }
    }
}
