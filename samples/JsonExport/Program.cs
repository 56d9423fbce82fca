using System.Globalization;
using System.IO.Compression;
using System.Net;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
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

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
var source = new CustomerSource(Seed, Rows);
using var pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions { Name = "exports", MaxCapacity = 1 << 20 });
var export = new PooledExport<Customer>(pool, CustomerJsonContext.Default.Customer);
long progress = 0;
var plain = new ExportEndpoint<Customer>(ReadRows, PlainExport.WriteAsync) { RowsPerReport = 500, Progress = ReportProgress };
var pooled = new ExportEndpoint<Customer>(ReadRows, export.WriteAsync) { RowsPerReport = 500, Progress = ReportProgress };

WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
builder.Logging.ClearProviders();
builder.WebHost.ConfigureKestrel(static kestrel => kestrel.Listen(IPAddress.Loopback, port: 0));
await using WebApplication server = builder.Build();
server.MapGet("/plain", plain.HandleAsync);
server.MapGet("/pooled", pooled.HandleAsync);
await server.StartAsync();

using var client = new HttpClient(new SocketsHttpHandler { MaxResponseDrainSize = 0 }) { BaseAddress = new Uri(server.Urls.First()) };
try
{
    await CompareAsync();
    Array.ForEach(ways, Abort);
    Action[] requests = [.. from format in formats
        from way in ways
        select (Action)(() => Download(way, format.Accept, format.Coding))];
    (double Bytes, double Milliseconds)[] results = Measure.Run(Rounds, RequestsPerRound, requests);
    Console.WriteLine();
    Console.WriteLine("format         way      bytes allocated/request   ms/request");
    for (int i = 0; i < results.Length; i++)
    {
        (string format, string way) = (formats[i / ways.Length].Name, ways[i % ways.Length]);
        Console.WriteLine($"{format,-14} {way,-8} {results[i].Bytes,23:N0} {results[i].Milliseconds,12:F2}");
    }

    Console.WriteLine();
    Console.WriteLine("what to copy: PooledExport.cs (writes rows), ExportEndpoint.cs (formats, gzip, cancellation, errors)");
    return 0;
}
catch (Exception wrong) when (wrong is InvalidDataException or HttpRequestException)
{
    Console.Error.WriteLine($"JsonExport: {wrong.Message}");
    return 1;
}

IAsyncEnumerable<Customer> ReadRows(int count) => source.ReadAsync(count);

void ReportProgress(HttpContext context, long rows) => progress = rows; // a server would write a line to its log

Stream Open(string way, int rows, string accept, string coding)
{
    using var request = new HttpRequestMessage(HttpMethod.Get, $"/{way}?rows={rows}");
    request.Headers.Add("Accept", accept);
    request.Headers.Add("Accept-Encoding", coding);
    HttpResponseMessage response = client.Send(request, HttpCompletionOption.ResponseHeadersRead);
    return response.EnsureSuccessStatusCode().Content.ReadAsStream(); // disposing the stream ends the response
}

void Download(string way, string accept, string coding)
{
    using Stream body = Open(way, Rows, accept, coding);
    body.CopyTo(Stream.Null);
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
            using Stream body = Open(way, Rows, accept, coding);
            using Stream decoded = coding == "gzip" ? new GZipStream(body, CompressionMode.Decompress) : body;
            using var received = new MemoryStream();
            await decoded.CopyToAsync(received);
            if (!received.ToArray().SequenceEqual(accept == "application/json" ? document : lines))
                throw new InvalidDataException($"The {way} way sent another {name} than expected.");
        }
    }

    Console.WriteLine($"{Rows} rows: both ways sent the same {document.Length} bytes of JSON and {lines.Length} bytes of NDJSON");
}

void Abort(string way)
{
    long before = source.RowsRead;
    byte[] received = new byte[64 * 1024];
    progress = 0;
    using (Stream body = Open(way, RowsOfAbortedDownload, "application/json", "identity"))
        body.ReadExactly(received);

    if (!SpinWait.SpinUntil(() => source.OpenReaders == 0 && pool.GetStatistics().InUse == 0, TimeSpan.FromMinutes(1)))
        throw new InvalidDataException($"The {way} way did not end when the client had gone.");

    Console.Write($"{way}: client gone after {received.Length} bytes; {source.RowsRead - before} of {RowsOfAbortedDownload} rows read");
    Console.WriteLine($" ({progress} reported); {source.OpenReaders} readers open, {pool.GetStatistics().InUse} writers rented");
}
