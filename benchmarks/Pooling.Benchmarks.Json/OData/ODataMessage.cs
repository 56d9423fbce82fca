namespace Pooling.Benchmarks.Json.OData;

/// <summary>Writes the export with OData's message writer, which knows the model.</summary>
/// <remarks>With a pool the JSON writer of a message is one over a lease, or one that does nothing if it is empty; else it is OData's own,
/// which keeps to the character set.</remarks>
internal sealed class ODataMessage(
    CustomerPage page, Utf8JsonWriterPool? pool = null, bool isEmpty = false, bool isValidated = true, string charset = "UTF-8")
    : IServiceProvider, IJsonWriterFactory
{
    private static readonly JsonWriterOptions s_options = new() { SkipValidation = true }; // OData's writer keeps the grammar itself
    private static readonly CustomerModel s_model = new();

    private readonly List<ODataItem?> _items = [];
    private Utf8JsonWriter? _json; // of the lease that is being filled; with none nothing is written

    internal void Write(Stream stream) => WriteAsync(stream, lease: null).GetAwaiter().GetResult();

    internal async Task WriteAsync(Stream stream)
    {
        using ODataMessageWriter message = CreateMessageWriter(stream);
        ODataWriter writer = await message.CreateODataResourceSetWriterAsync(s_model.Customers).ConfigureAwait(false);
        await writer.WriteStartAsync(new ODataResourceSet()).ConfigureAwait(false);
        foreach (Customer customer in page.Value)
        {
            ODataCustomerWriter.FillItems(_items, customer);
            foreach (ODataItem? item in _items)
                await WriteAsync(writer, item).ConfigureAwait(false);
        }

        await writer.WriteEndAsync().ConfigureAwait(false);
        await writer.FlushAsync().ConfigureAwait(false);
    }

    internal void WriteLeased(Stream stream)
    {
        using PooledUtf8JsonWriter lease = pool!.Rent(stream, s_options);
        _json = lease.Writer;
        Write(stream);
    }

    internal async Task WriteLeasedAsync(Stream stream)
    {
        await using PooledAsyncUtf8JsonWriter lease = pool!.RentAsyncWriter(stream, s_options);
        _json = isEmpty ? null : lease.Writer;
        await WriteAsync(stream, lease).ConfigureAwait(false);
    }

    IJsonWriter IJsonWriterFactory.CreateJsonWriter(TextWriter textWriter, bool isIeee754Compatible) => new Utf8ODataWriter(_json);

    /// <summary>Makes what OData asks for: the JSON writer is ours, all else as OData makes it.</summary>
    object? IServiceProvider.GetService(Type serviceType) =>
        serviceType == typeof(IJsonWriterFactory) ? this : Activator.CreateInstance(serviceType);

    /// <summary>Calls OData synchronously, which only fills the buffer of a lease, and awaits the stream between customers.</summary>
    private async Task WriteAsync(Stream stream, PooledAsyncUtf8JsonWriter? lease)
    {
        using ODataMessageWriter message = CreateMessageWriter(stream);
        ODataWriter writer = message.CreateODataResourceSetWriter(s_model.Customers);
        writer.WriteStart(new ODataResourceSet());
        foreach (Customer customer in page.Value)
        {
            ODataCustomerWriter.FillItems(_items, customer);
            foreach (ODataItem? item in _items)
                Write(writer, item);

            if (lease is { } drained)
                await drained.DrainIfNeededAsync().ConfigureAwait(false);
        }

        writer.WriteEnd();
        writer.Flush();
    }

    private ODataMessageWriter CreateMessageWriter(Stream stream)
    {
        ODataMessageWriterSettings settings = s_model.CreateSettings();
        if (!isValidated)
        {
            settings.Validations = ValidationKinds.None;
            settings.EnableCharactersCheck = false;
        }

        var response = new Response(stream, $"application/json; charset={charset}", pool is null ? null : this);
        return new ODataMessageWriter(response, settings, s_model.Model);
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
}
