using System.Globalization;
using System.IO.Compression;
using System.IO.Pipelines;
using System.Net;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;
using Pooling.Json;
using Pooling.Samples.JsonExport;

const int Seed = 17;
const int Rows = 1_000;
const int RowsOfAbortedDownload = 1_000_000;
const int Rounds = 9;
const int RequestsPerRound = 5;
string[] ways = ["plain", "pooled"];
(string Name, string Accept, string Coding)[] formats =
[
    ("JSON", "application/json", "identity"),
    ("NDJSON", "application/x-ndjson", "identity"),
    ("JSON, gzip", "application/json", "gzip"),
    ("NDJSON, gzip", "application/x-ndjson", "gzip"),
];

var source = new CustomerSource(Seed, Rows);
using var pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions { Name = "exports", MaxCapacity = 1 << 20 });
var export = new PooledExport<Customer>(pool, CustomerJsonContext.Default.Customer);
long progress = 0;
ExportEndpoint<Customer> plain = CreateEndpoint(PlainExport.WriteDocumentAsync, PlainExport.WriteLinesAsync);
ExportEndpoint<Customer> pooled = CreateEndpoint(export.WriteDocumentAsync, export.WriteLinesAsync);

WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
builder.Logging.ClearProviders();
builder.WebHost.ConfigureKestrel(static kestrel =>
{
    kestrel.Listen(IPAddress.Loopback, port: 0);
    kestrel.Limits.MaxConcurrentConnections = 100;
});
await using WebApplication server = builder.Build();
server.MapGet("/plain", plain.HandleAsync);
server.MapGet("/pooled", pooled.HandleAsync);
await server.StartAsync();

using var client = new HttpClient(new SocketsHttpHandler { MaxResponseDrainSize = 0 }) { BaseAddress = new Uri(server.Urls.First()) };
byte[] buffer = new byte[64 * 1024];
try
{
    await CompareAsync();
    foreach (string way in ways)
        await AbortAsync(way);

    Action[] requests = [.. from format in formats
        from way in ways
        select (Action)(() => Download(way, format.Accept, format.Coding, Stream.Null))];
    (double Bytes, double Milliseconds)[] results = Measure.Run(Rounds, RequestsPerRound, requests);
    PrintTable(results);
    return 0;
}
catch (Exception wrong) when (wrong is InvalidDataException or HttpRequestException)
{
    Console.Error.WriteLine($"JsonExport: {wrong.Message}");
    return 1;
}

ExportEndpoint<Customer> CreateEndpoint(
    Func<PipeWriter, IAsyncEnumerable<Customer>, CancellationToken, Task> writeDocument,
    Func<PipeWriter, IAsyncEnumerable<Customer>, CancellationToken, Task> writeLines) =>
    new(count => source.ReadAsync(count), writeDocument, writeLines)
    {
        RowsPerReport = 500,
        Progress = (_, rows) => progress = rows, // a server would write a line to its log
    };

HttpRequestMessage CreateRequest(string way, int rows, string accept, string coding)
{
    var request = new HttpRequestMessage(HttpMethod.Get, string.Create(CultureInfo.InvariantCulture, $"/{way}?rows={rows}"));
    request.Headers.Add("Accept", accept);
    request.Headers.Add("Accept-Encoding", coding);
    return request;
}

void Download(string way, string accept, string coding, Stream target)
{
    using HttpRequestMessage request = CreateRequest(way, Rows, accept, coding);
    using HttpResponseMessage response = client.Send(request, HttpCompletionOption.ResponseHeadersRead);
    response.EnsureSuccessStatusCode();
    using Stream body = response.Content.ReadAsStream();
    for (int read; (read = body.Read(buffer)) > 0;)
        target.Write(buffer, 0, read);
}

async Task CompareAsync()
{
    List<Customer> rows = await source.ReadAsync(Rows).ToListAsync();
    byte[] document = JsonSerializer.SerializeToUtf8Bytes(rows, CustomerJsonContext.Default.ListCustomer);
    byte[] lines = [.. rows.SelectMany(static row =>
        JsonSerializer.SerializeToUtf8Bytes(row, CustomerJsonContext.Default.Customer).Append((byte)'\n'))];
    foreach ((string name, string accept, string coding) in formats)
    {
        foreach (string way in ways)
        {
            using var body = new MemoryStream();
            Download(way, accept, coding, body);
            if (!Decode(body, coding).SequenceEqual(accept == "application/json" ? document : lines))
                throw new InvalidDataException($"The {way} way sent another {name} than expected.");
        }
    }

    Console.WriteLine(Text($"{Rows} rows: both ways sent the same {document.Length} bytes of JSON and {lines.Length} bytes of NDJSON"));
}

async Task AbortAsync(string way)
{
    long before = source.RowsRead;
    progress = 0;
    using (HttpRequestMessage request = CreateRequest(way, RowsOfAbortedDownload, "application/json", "identity"))
    using (HttpResponseMessage response = await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead))
    {
        using Stream body = await response.Content.ReadAsStreamAsync();
        await body.ReadExactlyAsync(buffer);
    }

    using var patience = new CancellationTokenSource(TimeSpan.FromMinutes(1));
    while (source.OpenReaders > 0 || pool.GetStatistics().InUse > 0)
    {
        if (patience.IsCancellationRequested)
            throw new InvalidDataException($"The {way} way did not end when the client had gone.");

        await Task.Delay(1);
    }

    Console.Write(Text($"{way}: client gone after {buffer.Length} bytes; {source.RowsRead - before} of {RowsOfAbortedDownload} rows read"));
    Console.WriteLine(Text($" ({progress} reported); {source.OpenReaders} readers open, {pool.GetStatistics().InUse} writers rented"));
}

void PrintTable((double Bytes, double Milliseconds)[] results)
{
    Console.WriteLine();
    Console.WriteLine("format         way      bytes allocated/request   ms/request");
    for (int i = 0; i < results.Length; i++)
    {
        (string name, string way) = (formats[i / ways.Length].Name, ways[i % ways.Length]);
        Console.WriteLine(Text($"{name,-14} {way,-8} {results[i].Bytes,23:N0} {results[i].Milliseconds,12:F2}"));
    }

    Console.WriteLine();
    Console.WriteLine("what to copy: PooledExport.cs (writes rows), ExportEndpoint.cs (formats, gzip, cancellation, errors)");
}

static byte[] Decode(MemoryStream body, string coding)
{
    body.Position = 0;
    if (coding != "gzip")
        return body.ToArray();

    using var decoded = new MemoryStream();
    using var gzip = new GZipStream(body, CompressionMode.Decompress);
    gzip.CopyTo(decoded);
    return decoded.ToArray();
}

static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
