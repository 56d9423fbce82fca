using System.Globalization;
using System.Security.Cryptography;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Pooling.Json;
using Pooling.Samples.RowStream;

const int Rounds = 5;
int rowCount = args is [string count] ? int.Parse(count, CultureInfo.InvariantCulture) : 100_000;
string[] paths = ["array/plain", "array/pooled", "lines/plain", "lines/own", "lines/serializer", "lines/pooled"];

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
var source = new RowSource(seed: 17);
using var pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions { Name = "rows", MaxCapacity = 1 << 20 });
await using WebApplication server = await RowServer.StartAsync(source, rowCount, pool);
using var client = new HttpClient(new SocketsHttpHandler { MaxResponseDrainSize = 0 }) { BaseAddress = new Uri(server.Urls.First()) };
byte[] buffer = new byte[64 * 1024];
try
{
    await CompareAsync();
    Leave("array/pooled");
    Leave("lines/pooled");

    Action[] requests = [.. paths.Select(path => (Action)(() => Download(path, null)))];
    (double Bytes, double Milliseconds)[] results = Measure.Run(Rounds, 1, requests);
    Console.WriteLine();
    Console.WriteLine("way             bytes allocated/request   ms/request");
    for (int i = 0; i < results.Length; i++)
        Console.WriteLine($"{paths[i],-16} {results[i].Bytes,22:N0} {results[i].Milliseconds,12:F1}");

    Console.WriteLine();
    Console.WriteLine("What to copy: PooledRows.cs");
    return 0;
}
catch (Exception wrong) when (wrong is InvalidDataException or HttpRequestException)
{
    Console.Error.WriteLine($"RowStream: {wrong.Message}");
    return 1;
}

Stream Open(string path)
{
    using var request = new HttpRequestMessage(HttpMethod.Get, path);
    HttpResponseMessage response = client.Send(request, HttpCompletionOption.ResponseHeadersRead);
    return response.EnsureSuccessStatusCode().Content.ReadAsStream(); // disposing the stream ends the response
}

long Download(string path, IncrementalHash? hash)
{
    using Stream body = Open(path);
    long length = 0;
    while (body.Read(buffer) is > 0 and int read)
    {
        hash?.AppendData(buffer, 0, read);
        length += read;
    }

    return length;
}

async Task CompareAsync()
{
    List<Row> rows = await source.ReadAsync(rowCount).ToListAsync();
    byte[] array = JsonSerializer.SerializeToUtf8Bytes(rows, RowJsonContext.Web.ListRow);
    using var lines = new MemoryStream();
    foreach (Row row in rows)
    {
        lines.Write(JsonSerializer.SerializeToUtf8Bytes(row, RowJsonContext.Web.Row));
        lines.WriteByte((byte)'\n');
    }

    using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
    foreach (string path in paths)
    {
        Download(path, hash);
        byte[] expected = SHA256.HashData(path.StartsWith("array", StringComparison.Ordinal) ? array : lines.ToArray());
        if (!hash.GetHashAndReset().SequenceEqual(expected))
            throw new InvalidDataException($"{path} sent something else than expected.");
    }

    Console.WriteLine($"{rowCount:N0} rows: all ways sent the same {array.Length:N0} bytes of JSON, or {lines.Length:N0} bytes of NDJSON.");
}

// Reads the beginning of a response, waits until the server reads no more rows, and leaves.
void Leave(string path)
{
    long before = source.RowsRead;
    long held = -1;
    using (Stream body = Open(path))
    {
        body.ReadExactly(buffer);
        while (held != source.RowsRead)
        {
            held = source.RowsRead;
            Thread.Sleep(100);
        }
    }

    if (!SpinWait.SpinUntil(() => source.OpenReaders == 0 && pool.GetStatistics().InUse == 0, TimeSpan.FromMinutes(1)))
        throw new InvalidDataException($"{path} did not end when the client had gone.");

    Console.Write($"{path,-12}: {held - before:N0} rows read when the client stopped, {source.RowsRead - before:N0} when it had left; ");
    Console.WriteLine($"the pool keeps {pool.GetStatistics().RetainedBytes:N0} B");
}
