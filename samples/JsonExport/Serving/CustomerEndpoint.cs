using System.Globalization;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Primitives;

namespace Pooling.JsonExport.Serving;

/// <summary>Answers <c>GET /customers/{writer}?count=</c>.</summary>
internal sealed class CustomerEndpoint(CustomerPages pages, ServerCounters counters)
{
    private const int DefaultCount = 5000;

    public Task Answer(HttpContext context, string writer)
    {
        if (ExportContenders.Find(writer) is not { } contender)
        {
            return Results.Json(
                new { error = $"there is no writer '{writer}'", writers = ExportContenders.All.Select(static known => known.Name) },
                statusCode: StatusCodes.Status404NotFound).ExecuteAsync(context);
        }

        if (!TryGetCount(context.Request.Query["count"], out int count))
        {
            string error = string.Create(CultureInfo.InvariantCulture, $"'count' must be a number from 0 to {pages.Limit}, not '{context.Request.Query["count"]}'");
            return Results.Json(new { error }, statusCode: StatusCodes.Status400BadRequest).ExecuteAsync(context);
        }

        return Stream(context, contender.Export, pages.Get(count));
    }

    private bool TryGetCount(StringValues values, out int count)
    {
        count = Math.Min(DefaultCount, pages.Limit);
        return values.Count == 0
            || (values.Count == 1 && int.TryParse(values[0], NumberStyles.None, CultureInfo.InvariantCulture, out count) && count <= pages.Limit);
    }

    /// <summary>Streams a page. Once its first bytes are sent, an error can only be told by breaking the connection off.</summary>
    private async Task Stream(HttpContext context, ICustomerExport export, CustomerPage page)
    {
        counters.Start();
        context.Response.ContentType = "application/json";
        try
        {
            await export.WriteAsync(page, context.Response.BodyWriter, context.RequestAborted).ConfigureAwait(false);
            if (context.RequestAborted.IsCancellationRequested)
                counters.Abort();
            else
                counters.Complete();
        }
        catch (OperationCanceledException)
        {
            counters.Abort();
        }
        catch (IOException) when (context.RequestAborted.IsCancellationRequested)
        {
            counters.Abort();
        }
        catch
        {
            counters.Fail();
            context.Abort();
        }
    }
}
