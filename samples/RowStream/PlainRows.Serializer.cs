using System.Text.Json;
using Microsoft.AspNetCore.Http;

namespace Pooling.Samples.RowStream;

/// <content>The way that needs System.Text.Json 11.</content>
internal static partial class PlainRows
{
    /// <summary>Lines by the serializer, which can write them since version 11 of System.Text.Json.</summary>
    public static Task SerializeLinesAsync(HttpContext context, IAsyncEnumerable<Row> rows) =>
        JsonSerializer.SerializeAsyncEnumerable(
            Begin(context), rows, RowJsonContext.Web.Row, topLevelValues: true, context.RequestAborted);
}
