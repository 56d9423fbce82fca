namespace Pooling.Benchmarks.Json.OData;

/// <summary>Writes the export with OData's message writer, which knows the model.</summary>
/// <remarks>With a pool, the JSON writer of a message is a writer over a lease, or an empty writer. Without a pool it is OData's own, which
/// uses the character set.</remarks>
internal sealed class ODataMessage(
    CustomerPage page, Utf8JsonWriterPool? pool = null, bool isEmpty = false, bool isValidated = true, string charset = "UTF-8")
    : IServiceProvider, IJsonWriterFactory
{
    private static readonly JsonWriterOptions s_options = new() { SkipValidation = true }; // OData's writer checks the grammar itself
    private static readonly CustomerModel s_model = new();

    private Utf8JsonWriter? _json; // of the lease that is being filled; if null, nothing is written

    internal void Write(Stream stream) => WriteAsync(stream, lease: null).GetAwaiter().GetResult();

    internal Task WriteAsync(Stream stream) => WriteAsync(stream, lease: null, isAwaited: true);

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

    /// <summary>Creates the services that OData requests: the JSON writer is ours, all others are OData's.</summary>
    object? IServiceProvider.GetService(Type serviceType) =>
        serviceType == typeof(IJsonWriterFactory) ? this : Activator.CreateInstance(serviceType);

    /// <summary>Awaits OData; or calls it synchronously, which only fills the buffer of a lease, and awaits the stream between
    /// customers.</summary>
    private async Task WriteAsync(Stream stream, PooledAsyncUtf8JsonWriter? lease, bool isAwaited = false)
    {
        using ODataMessageWriter message = CreateMessageWriter(stream);
        ODataWriter writer = isAwaited
            ? await message.CreateODataResourceSetWriterAsync(s_model.Customers).ConfigureAwait(false)
            : message.CreateODataResourceSetWriter(s_model.Customers);
        await WriteAsync(writer, new ODataResourceSet(), isAwaited).ConfigureAwait(false);
        foreach (Customer customer in page.Value)
        {
            foreach (ODataItem? item in ODataCustomerWriter.ItemsOf(customer))
                await WriteAsync(writer, item, isAwaited).ConfigureAwait(false);

            if (lease is { } drained)
                await drained.DrainIfNeededAsync().ConfigureAwait(false);
        }

        await WriteAsync(writer, item: null, isAwaited).ConfigureAwait(false);
        if (isAwaited)
            await writer.FlushAsync().ConfigureAwait(false);
        else
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

    private static Task WriteAsync(ODataWriter writer, ODataItem? item, bool isAwaited)
    {
        if (isAwaited)
        {
            return item switch
            {
                null => writer.WriteEndAsync(),
                ODataResource resource => writer.WriteStartAsync(resource),
                ODataNestedResourceInfo info => writer.WriteStartAsync(info),
                _ => writer.WriteStartAsync((ODataResourceSet)item),
            };
        }

        if (item is null)
            writer.WriteEnd();
        else if (item is ODataResource resource)
            writer.WriteStart(resource);
        else if (item is ODataNestedResourceInfo info)
            writer.WriteStart(info);
        else
            writer.WriteStart((ODataResourceSet)item);

        return Task.CompletedTask;
    }

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
