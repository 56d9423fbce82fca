namespace WebSockets.Hub.Page;

/// <summary>A file of the page, from the assembly's resources.</summary>
/// <param name="Content">The bytes of the file.</param>
/// <param name="Type">The media type of the file.</param>
internal sealed record PageFile(byte[] Content, string Type)
{
    public static PageFile Load(string name)
    {
        using Stream stream = typeof(PageFile).Assembly.GetManifestResourceStream($"Page/{name}")!;
        byte[] content = new byte[stream.Length];
        stream.ReadExactly(content);
        return new PageFile(content, TypeOf(name));
    }

    private static string TypeOf(string name) => Path.GetExtension(name) switch
    {
        ".html" => "text/html; charset=utf-8",
        ".css" => "text/css; charset=utf-8",
        ".js" => "text/javascript; charset=utf-8",
        ".svg" => "image/svg+xml",
        string other => throw new ArgumentException($"No media type for {other}.", nameof(name)),
    };
}
