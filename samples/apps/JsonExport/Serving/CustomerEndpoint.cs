using System.Globalization;
using System.Net;
using System.Threading.RateLimiting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Primitives;
using Pooling.JsonExport.After;

namespace Pooling.JsonExport.Serving;

/// <summary>Handles <c>GET /customers/{writer}?count=</c>, and <c>HEAD</c>.</summary>
internal sealed class CustomerEndpoint(CustomerPages pages, ServerCounters counters, ExportGate wholeDocuments, ExportGate streams)
{
    private const int DefaultCount = 5000;
    private const int MaxDigits = 9; // any number with so many digits is an int
    private const string RetryAfterSeconds = "1";

    private static readonly byte[] s_unknownWriter = JsonAnswer.ToBytes(
        new { error = "unknown writer", writers = ExportContenders.All.Select(static known => known.Name) });

    public Task Answer(HttpContext context, string writer)
    {
        if (ExportContenders.Find(writer) is not { Export: var export, HoldsDocument: var isWhole })
            return JsonAnswer.Write(context, StatusCodes.Status404NotFound, s_unknownWriter);

        int limit = isWhole ? Math.Min(pages.Limit, ServingLimits.CustomersOfWholeDocument) : pages.Limit;
        if (!TryGetCount(context.Request.Query["count"], limit, out int count))
        {
            return JsonAnswer.Refuse(
                context,
                StatusCodes.Status400BadRequest,
                string.Create(CultureInfo.InvariantCulture, $"'count' must be given once, as a number from 0 to {limit} in plain digits"));
        }

        context.Response.ContentType = "application/json";
        if (HttpMethods.IsHead(context.Request.Method))
        {
            context.Response.ContentLength = isWhole ? pages.GetLength(count) : null;
            return Task.CompletedTask;
        }

        return count <= ServingLimits.CustomersOfSmallDocument
            ? Export(context, export, count, Timeout.InfiniteTimeSpan)
            : WaitAndExport(context, export, count, isWhole ? wholeDocuments : streams);
    }

    /// <summary>Parses a count. Does not use <see cref="int.Parse(string)"/>, which ignores trailing zero characters.</summary>
    private static bool TryGetCount(StringValues values, int limit, out int count)
    {
        count = Math.Min(DefaultCount, limit);
        if (values.Count == 0)
            return true;

        if (values is not [{ Length: > 0 and <= MaxDigits } text])
            return false;

        count = 0;
        foreach (char digit in text)
        {
            if (!char.IsAsciiDigit(digit))
                return false;

            count = (10 * count) + (digit - '0');
        }

        return count <= limit;
    }

    private async Task WaitAndExport(HttpContext context, ICustomerExport export, int count, ExportGate gate)
    {
        RateLimitLease? place;
        try
        {
            place = await gate.Enter(context.Connection.RemoteIpAddress ?? IPAddress.None, context.RequestAborted).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            counters.LeaveEarly();
            context.Abort(); // an empty answer must not look like a complete one
            return;
        }

        if (place is null)
        {
            counters.Refuse();
            context.Response.Headers.RetryAfter = RetryAfterSeconds;
            await JsonAnswer.Refuse(
                context, StatusCodes.Status503ServiceUnavailable, "too many exports are running; try again later").ConfigureAwait(false);
            return;
        }

        try
        {
            await Export(context, export, count, gate.Duration).ConfigureAwait(false);
        }
        finally
        {
            gate.Leave(place);
        }
    }

    /// <summary>Writes a page to the client. After the first bytes are sent, an error can only be signaled by aborting the
    /// connection.</summary>
    private async Task Export(HttpContext context, ICustomerExport export, int count, TimeSpan duration)
    {
        counters.Start();
        using var end = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted);
        end.CancelAfter(duration);
        try
        {
            var body = new TurnTakingPipeWriter(context.Response.BodyWriter);
            if (export is PooledMemoryExport whole)
                await Send(context, whole, count, body, end.Token).ConfigureAwait(false);
            else
                await export.WriteAsync(pages.Get(count), body, end.Token).ConfigureAwait(false);

            if (context.RequestAborted.IsCancellationRequested)
                counters.Abort();
            else
                counters.Complete();
        }
        catch (Exception exception) when (
            exception is OperationCanceledException || (exception is IOException && context.RequestAborted.IsCancellationRequested))
        {
            counters.Abort();
            context.Abort(); // a slow client may still be connected, and must not mistake half a document for a whole one
        }
        catch
        {
            counters.Fail();
            context.Abort();
        }
    }

    private async Task Send(
        HttpContext context, PooledMemoryExport export, int count, TurnTakingPipeWriter body, CancellationToken cancellationToken)
    {
        using PooledDocument document = export.Prepare(pages.Get(count), cancellationToken);
        pages.LearnLength(count, document.Length);
        context.Response.ContentLength = document.Length;
        await document.SendToAsync(body, cancellationToken).ConfigureAwait(false);
    }
}
