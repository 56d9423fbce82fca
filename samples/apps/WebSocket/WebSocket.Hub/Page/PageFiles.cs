using Microsoft.AspNetCore.Http;

namespace WebSockets.Hub.Page;

/// <summary>Serves the files of the page, which load nothing from other servers. Any thread.</summary>
internal static class PageFiles
{
    private const string Prefix = "Page/";

    // Allows only the page's own files and its own socket. The page cannot be embedded in another page, whose visitor would not see what is
    // changed.
    private const string Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static readonly Dictionary<string, PageFile> s_files = typeof(PageFiles).Assembly.GetManifestResourceNames()
        .Where(static name => name.StartsWith(Prefix, StringComparison.Ordinal))
        .Select(static name => name[Prefix.Length..])
        .ToDictionary(static name => name == "index.html" ? "/" : $"/{name}", PageFile.Load, StringComparer.Ordinal);

    /// <summary>Gets the paths of the files.</summary>
    public static IReadOnlyCollection<string> Paths => s_files.Keys;

    public static async Task Answer(HttpContext http)
    {
        HttpResponse response = http.Response;
        if (!s_files.TryGetValue(http.Request.Path.Value ?? "", out PageFile? file))
        {
            response.StatusCode = StatusCodes.Status404NotFound;
            return;
        }

        if (!HttpMethods.IsGet(http.Request.Method) && !HttpMethods.IsHead(http.Request.Method))
        {
            response.StatusCode = StatusCodes.Status405MethodNotAllowed;
            response.Headers.Allow = "GET, HEAD";
            return;
        }

        response.ContentType = file.Type;
        response.ContentLength = file.Content.Length;
        response.Headers.CacheControl = "no-cache"; // another version may listen on the port the next time
        response.Headers.ContentSecurityPolicy = Policy;
        response.Headers.XContentTypeOptions = "nosniff";
        response.Headers["Referrer-Policy"] = "no-referrer";
        response.Headers["Cross-Origin-Opener-Policy"] = "same-origin";
        response.Headers["Cross-Origin-Resource-Policy"] = "same-origin";
        if (HttpMethods.IsGet(http.Request.Method))
            await response.Body.WriteAsync(file.Content).ConfigureAwait(false);
    }
}
