using System.Text.Json;

namespace Pooling.Samples;

/// <summary>The value of <c>--json [&lt;file&gt;]</c>: figures for programs, on standard output or in a file.</summary>
/// <param name="IsWanted">Whether the option was specified.</param>
/// <param name="File">The file; <see langword="null"/> for standard output.</param>
internal readonly record struct JsonOutput(bool IsWanted, string? File)
{
    /// <summary>Whether the figures are written to standard output, so that tables must be written elsewhere.</summary>
    public bool TakesOutput => IsWanted && File is null;

    /// <summary>Checks that the file can be written, before a long operation.</summary>
    /// <exception cref="OutputException">The file cannot be written.</exception>
    public void Probe()
    {
        if (File is not null)
            WriteFile(File, static _ => { }, commit: false);
    }

    /// <summary>Writes figures if they were requested.</summary>
    /// <param name="output">Standard output.</param>
    /// <param name="figures">The figures.</param>
    /// <exception cref="OutputException">The file cannot be written.</exception>
    public void Write<T>(TextWriter output, T figures) =>
        Write(output, stream => JsonSerializer.Serialize(stream, figures, FiguresJson.Indented));

    /// <summary>Writes figures if they were requested.</summary>
    /// <param name="output">Standard output.</param>
    /// <param name="write">Writes the figures.</param>
    /// <exception cref="OutputException">The file cannot be written.</exception>
    public void Write(TextWriter output, Action<Stream> write)
    {
        if (File is not null)
        {
            WriteFile(File, stream => WriteLine(stream, write), commit: true);
        }
        else if (IsWanted)
        {
            using var json = new MemoryStream();
            WriteLine(json, write);
            output.Write(System.Text.Encoding.UTF8.GetString(json.GetBuffer(), 0, (int)json.Length));
        }
    }

    private static void WriteLine(Stream stream, Action<Stream> write)
    {
        write(stream);
        stream.WriteByte((byte)'\n');
    }

    private static void WriteFile(string path, Action<Stream> write, bool commit)
    {
        try
        {
            using var file = StagedFile.Create(path);
            write(file.Stream);
            file.Complete();
            if (commit)
                file.Commit();
        }
        catch (Exception exception) when (OutputException.IsCause(exception))
        {
            throw new OutputException(path, exception);
        }
    }
}
