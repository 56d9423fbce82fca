using System.Globalization;
using System.IO.Compression;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Http;
using Microsoft.Net.Http.Headers;

namespace Pooling.Samples.JsonExport;

/// <summary>Answers <c>GET ?rows=</c> with rows in the format and the coding that the client accepts.</summary>
/// <typeparam name="T">The type of a row.</typeparam>
/// <param name="read">Reads a number of rows.</param>
/// <param name="write">Writes them to a pipe, as lines of JSON if the flag is set, and otherwise as one JSON document.</param>
/// <remarks>
/// <para>If the client goes away, the export is canceled, and the enumerator of the rows is disposed. If the export fails, the client gets
/// status 500 as long as nothing was sent, and otherwise the connection is aborted, so that it cannot take a part for the whole.</para>
/// <para>Thread safety: any number of requests at the same time.</para>
/// </remarks>
internal sealed class ExportEndpoint<T>(
    Func<int, IAsyncEnumerable<T>> read, Func<PipeWriter, IAsyncEnumerable<T>, bool, CancellationToken, Task> write)
{
    private const string DocumentType = "application/json; charset=utf-8";
    private const string LinesType = "application/x-ndjson; charset=utf-8";
    private const double LowestQuality = 0.001;

    private static readonly MediaTypeHeaderValue s_document = MediaTypeHeaderValue.Parse(DocumentType);
    private static readonly MediaTypeHeaderValue s_lines = MediaTypeHeaderValue.Parse(LinesType);
    private static readonly StreamPipeWriterOptions s_leaveOpen = new(leaveOpen: true);

    /// <summary>Gets the maximum number of rows of an export.</summary>
    public int MaxRows { get; init; } = 1_000_000;

    /// <summary>Gets the number of rows between two reports of progress.</summary>
    public int RowsPerReport { get; init; } = 10_000;

    /// <summary>Gets the action that is told how many rows of a request were written so far.</summary>
    public Action<HttpContext, long>? Progress { get; init; }

    /// <summary>Handles one request.</summary>
    public Task HandleAsync(HttpContext context)
    {
        HttpResponse response = context.Response;
        response.Headers.Vary = "Accept, Accept-Encoding";
        if (context.Request.Query["rows"] is not [{ } rows]
            || !int.TryParse(rows, NumberStyles.None, CultureInfo.InvariantCulture, out int count)
            || count > MaxRows)
        {
            return RefuseAsync(context, StatusCodes.Status400BadRequest, $"'rows' must be a number from 0 to {MaxRows}.");
        }

        IList<MediaTypeHeaderValue> types = context.Request.GetTypedHeaders().Accept;
        double document = QualityOf(s_document, types);
        double lines = QualityOf(s_lines, types);
        IList<StringWithQualityHeaderValue> codings = context.Request.GetTypedHeaders().AcceptEncoding;
        double gzip = QualityOf("gzip", codings) ?? 0;
        double identity = QualityOf("identity", codings) ?? LowestQuality; // always acceptable unless it is excluded
        if ((document == 0 && lines == 0) || (gzip == 0 && identity == 0))
            return RefuseAsync(context, StatusCodes.Status406NotAcceptable, $"Available: {DocumentType}, {LinesType}; gzip, identity.");

        bool isLines = lines > document;
        response.ContentType = isLines ? LinesType : DocumentType;
        return SendAsync(context, count, isLines, isCompressed: gzip > 0 && gzip >= identity);
    }

    private async Task SendAsync(HttpContext context, int count, bool isLines, bool isCompressed)
    {
        try
        {
            IAsyncEnumerable<T> rows = Progress is null ? read(count) : ReportAsync(context, read(count));
            if (isCompressed)
                await CompressAsync(context, rows, isLines);
            else
                await write(context.Response.BodyWriter, rows, isLines, context.RequestAborted);
        }
        catch
        {
            // Nobody may take a part for the whole: not the client after a time limit, and no cache. The server logs
            // no error for a client that has gone. What answers before the first byte is no export.
            if (context.Response.HasStarted)
                context.Abort();
            else
                context.Response.Headers.ContentType = context.Response.Headers.ContentEncoding = default;

            throw;
        }
    }

    private async Task CompressAsync(HttpContext context, IAsyncEnumerable<T> rows, bool isLines)
    {
        context.Response.Headers.ContentEncoding = "gzip";
        var gzip = new GZipStream(context.Response.Body, CompressionLevel.Fastest, leaveOpen: true);
        PipeWriter pipe = PipeWriter.Create(gzip, s_leaveOpen); // flushes the compressor, too, so that rows do not wait in it
        try
        {
            await write(pipe, rows, isLines, context.RequestAborted);
            await pipe.CompleteAsync();
            await gzip.DisposeAsync();
        }
        catch (Exception exception)
        {
            // Disposing the compressor writes the end of the format, since .NET 11 even if nothing was compressed: the
            // response would begin, with status 200. One that was not used is left to its finalizer.
            if (context.Response.HasStarted)
            {
                context.Abort(); // before the end of the format, which would make a part a whole
                await gzip.DisposeAsync();
            }

            await pipe.CompleteAsync(exception); // drops what it holds
            throw;
        }
    }

    private async IAsyncEnumerable<T> ReportAsync(
        HttpContext context, IAsyncEnumerable<T> rows, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        long count = 0;
        await foreach (T row in rows.WithCancellation(cancellationToken))
        {
            yield return row;
            if (++count % RowsPerReport == 0)
                Progress!(context, count);
        }
    }

    /// <summary>Finds the quality of a type: that of the most specific range that contains it.</summary>
    private static double QualityOf(MediaTypeHeaderValue type, IList<MediaTypeHeaderValue> ranges)
    {
        MediaTypeHeaderValue? best = null;
        foreach (MediaTypeHeaderValue range in ranges)
        {
            if (type.IsSubsetOf(range) && (best is null || range.IsSubsetOf(best)))
                best = range;
        }

        return best is null ? (ranges.Count == 0 ? 1 : 0) : Math.Min(best.Quality ?? 1, 1);
    }

    /// <summary>Finds the quality of a coding: its own, or that of all others.</summary>
    private static double? QualityOf(string coding, IList<StringWithQualityHeaderValue> codings)
    {
        double? others = null;
        foreach (StringWithQualityHeaderValue accepted in codings)
        {
            if (accepted.Value.Equals(coding, StringComparison.OrdinalIgnoreCase))
                return accepted.Quality ?? 1;

            if (accepted.Value == "*")
                others = accepted.Quality ?? 1;
        }

        return others;
    }

    private static Task RefuseAsync(HttpContext context, int status, string reason)
    {
        context.Response.StatusCode = status;
        context.Response.ContentType = "text/plain";
        return context.Response.WriteAsync(reason, context.RequestAborted);
    }
}
