using System.Collections.Concurrent;
using System.Diagnostics;
using System.IO.Pipelines;
using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using Pooling.JsonExport.Serving;

namespace Pooling.JsonExport.Loading;

/// <summary>Runs many clients against a server in another process or in this one, and measures the server.</summary>
internal sealed class LoadRun(HttpClient client, LoadOptions options, CancellationToken cancellationToken)
{
    private const int WarmUpRequests = 2; // per client, to establish all connections and compile the server's code
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);

    /// <summary>Creates a client whose aborted requests close their connections immediately instead of reading the rest.</summary>
    public static HttpClient CreateClient(Uri server) => new(new SocketsHttpHandler { MaxResponseDrainSize = 0, UseProxy = false })
    {
        BaseAddress = server,
    };

    /// <summary>Requests the documents of one writer.</summary>
    public async Task<LoadRow> Run(ExportContender contender)
    {
        string path = string.Create(System.Globalization.CultureInfo.InvariantCulture, $"customers/{contender.Name}?count={options.Count}");
        byte[] expected = await WriteHere(contender).ConfigureAwait(false);
        await AskAtOnce(path, expected, WarmUpRequests, abort: false, new LoadTally()).ConfigureAwait(false);

        ServerStatistics before = await TakeStatistics().ConfigureAwait(false);
        var tally = new LoadTally();
        long start = Stopwatch.GetTimestamp();
        await AskAtOnce(path, expected, options.Requests, options.Abort, tally).ConfigureAwait(false);
        double seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        ServerStatistics after = await TakeStatistics().ConfigureAwait(false);
        long failed = after.Failed - before.Failed;
        return new LoadRow(
            contender,
            tally.Completed,
            tally.Aborted,
            tally.Refused,
            tally.Errors + (int)failed,
            tally.FirstError ?? (failed > 0 ? "the server counts failed requests" : null),
            (after.AllocatedBytes - before.AllocatedBytes) / (double)(options.Clients * options.Requests),
            after.Gen0 - before.Gen0,
            after.Gen1 - before.Gen1,
            after.Gen2 - before.Gen2,
            seconds,
            Quartiles.Of(tally.Milliseconds.DefaultIfEmpty()),
            after.WritersRented - after.WritersReturned);
    }

    /// <summary>Returns the document as this process writes it. The defect of a published writer is the same each time.</summary>
    private async Task<byte[]> WriteHere(ExportContender contender)
    {
        using var written = new MemoryStream();
        var pipe = PipeWriter.Create(written);
        await contender.Export.WriteAsync(CustomerPage.Create(options.Count), pipe, cancellationToken).ConfigureAwait(false);
        await pipe.CompleteAsync().ConfigureAwait(false);
        return written.ToArray();
    }

    private Task AskAtOnce(string path, byte[] expected, int requests, bool abort, LoadTally tally) =>
        Task.WhenAll(Enumerable.Range(0, options.Clients).Select(number => Task.Run(
            async () =>
            {
                for (int i = 0; i < requests; i++)
                    await Ask(path, expected, abort && (number + i) % 3 == 0, tally).ConfigureAwait(false);
            },
            cancellationToken)));

    private async Task Ask(string path, byte[] expected, bool abort, LoadTally tally)
    {
        long start = Stopwatch.GetTimestamp();
        try
        {
            using HttpResponseMessage response = await AskUntilAdmitted(path, tally).ConfigureAwait(false);
            response.EnsureSuccessStatusCode();
            using Stream body = await response.Content.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false);
            int read = await ReadAndCompare(body, expected, abort ? expected.Length / 2 : int.MaxValue).ConfigureAwait(false);
            if (abort)
                tally.Abort();
            else if (read == expected.Length)
                tally.Complete(Stopwatch.GetElapsedTime(start).TotalMilliseconds);
            else
                tally.Fail($"the body has {read} bytes, expected {expected.Length}");
        }
        catch (Exception exception) when (exception is HttpRequestException or IOException
            || (exception is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            tally.Fail(exception.Message);
        }
    }

    /// <summary>Repeats the request as long as the server responds that it is busy, for a limited time.</summary>
    private async Task<HttpResponseMessage> AskUntilAdmitted(string path, LoadTally tally)
    {
        long start = Stopwatch.GetTimestamp();
        while (true)
        {
            HttpResponseMessage response = await client
                .GetAsync(path, HttpCompletionOption.ResponseHeadersRead, cancellationToken).ConfigureAwait(false);
            if (response is not { StatusCode: HttpStatusCode.ServiceUnavailable, Headers.RetryAfter.Delta: { } delay }
                || Stopwatch.GetElapsedTime(start) > s_patience)
            {
                return response;
            }

            response.Dispose();
            tally.Refuse();
            await Task.Delay(delay * (0.5 + Random.Shared.NextDouble()), cancellationToken).ConfigureAwait(false); // not all at once
        }
    }

    /// <returns>The number of bytes read, all of which were as expected.</returns>
    private async Task<int> ReadAndCompare(Stream body, byte[] expected, int most)
    {
        byte[] buffer = new byte[64 * 1024];
        int total = 0;
        while (total < most && await body.ReadAsync(buffer, cancellationToken).ConfigureAwait(false) is > 0 and int read)
        {
            if (read > expected.Length - total || !buffer.AsSpan(0, read).SequenceEqual(expected.AsSpan(total, read)))
                throw new IOException($"the body differs between byte {total} and byte {total + read}");

            total += read;
        }

        return total;
    }

    /// <summary>Waits until no request is running, and reads the statistics.</summary>
    private async Task<ServerStatistics> TakeStatistics()
    {
        long start = Stopwatch.GetTimestamp();
        while (true)
        {
            ServerStatistics statistics =
                (await client.GetFromJsonAsync<ServerStatistics>("statistics", JsonSerializerOptions.Web, cancellationToken)
                    .ConfigureAwait(false))!;
            if (statistics is { Running: 0, Waiting: 0 } || Stopwatch.GetElapsedTime(start) > s_patience)
                return statistics;

            await Task.Delay(50, cancellationToken).ConfigureAwait(false);
        }
    }

    private sealed class LoadTally
    {
        private int _completed;
        private int _aborted;
        private int _refused;
        private int _errors;
        private string? _firstError;

        public int Completed => _completed;

        public int Aborted => _aborted;

        public int Refused => _refused;

        public int Errors => _errors;

        public string? FirstError => _firstError;

        public ConcurrentBag<double> Milliseconds { get; } = [];

        public void Complete(double milliseconds)
        {
            Milliseconds.Add(milliseconds);
            Interlocked.Increment(ref _completed);
        }

        public void Abort() => Interlocked.Increment(ref _aborted);

        public void Refuse() => Interlocked.Increment(ref _refused);

        public void Fail(string error)
        {
            Interlocked.CompareExchange(ref _firstError, error, null);
            Interlocked.Increment(ref _errors);
        }
    }
}
