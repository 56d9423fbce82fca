using System.Text.Json;
using Microsoft.AspNetCore.Http;

namespace Pooling.JsonExport.Serving;

/// <summary>Writes short responses of known length.</summary>
internal static class JsonAnswer
{
    private const string ContentType = "application/json; charset=utf-8";

    public static byte[] ToBytes(object value) => JsonSerializer.SerializeToUtf8Bytes(value, JsonSerializerOptions.Web);

    /// <summary>Reports an invalid request. The text must not contain any part of the request, because it may be displayed
    /// elsewhere.</summary>
    public static Task Refuse(HttpContext context, int status, string error) => Write(context, status, ToBytes(new { error }));

    public static Task Write(HttpContext context, int status, byte[] body)
    {
        context.Response.StatusCode = status;
        context.Response.ContentType = ContentType;
        context.Response.ContentLength = body.Length;
        return HttpMethods.IsHead(context.Request.Method)
            ? Task.CompletedTask
            : context.Response.BodyWriter.WriteAsync(body, context.RequestAborted).AsTask();
    }
}
