namespace Pooling.Samples;

/// <summary>A file that appears under its name whole or not at all: it is written beside, then moved.</summary>
internal sealed class StagedFile : IDisposable
{
    private readonly string _target;
    private readonly string? _staged;
    private FileStream? _stream;

    private StagedFile(string target, string? staged)
    {
        _target = target;
        _staged = staged;
        _stream = staged is null
            ? new FileStream(target, FileMode.Open, FileAccess.Write)
            : new FileStream(staged, FileMode.CreateNew, FileAccess.Write, FileShare.None);
    }

    /// <summary>Opens a file for writing under a temporary name. A link is followed,
    /// so that what it points to is replaced and not the link.</summary>
    /// <param name="path">The file's name; its folder must exist.</param>
    /// <exception cref="IOException">The file cannot be written there.</exception>
    /// <exception cref="UnauthorizedAccessException">The file must not be written there.</exception>
    public static StagedFile Create(string path)
    {
        string target = Path.GetFullPath(path);
        if (!IsDevice(target) && new FileInfo(target).LinkTarget is not null)
            target = File.ResolveLinkTarget(target, returnFinalTarget: true)?.FullName ?? target;

        if (Directory.Exists(target))
            throw new IOException("this is a folder");

        if (IsDevice(target))
            return new StagedFile(target, null);

        string folder = Path.GetDirectoryName(target)!;
        return new StagedFile(target,
            Path.Combine(folder, $".{Path.GetFileName(target)}.{Environment.ProcessId}-{Path.GetRandomFileName()}.tmp"));
    }

    /// <summary>Where to write.</summary>
    public Stream Stream => _stream ?? throw new ObjectDisposedException(nameof(StagedFile));

    /// <summary>Ends the writing, so that a full disk is found before any file is moved.</summary>
    public void Complete()
    {
        _stream!.Flush(flushToDisk: _staged is not null);
        Close();
    }

    /// <summary>Ends the writing, too, but leaves it to the system when the bytes reach the disk.</summary>
    public void Close()
    {
        FileStream stream = _stream!;
        stream.Flush();
        stream.Dispose();
        _stream = null;
    }

    /// <summary>Gives the completed file its name, in place of a former one.</summary>
    public void Commit()
    {
        if (_staged is not null)
            File.Move(_staged, _target, overwrite: true);
    }

    /// <summary>Removes what was not committed.</summary>
    public void Dispose()
    {
        try
        {
            _stream?.Dispose();
        }
        catch (IOException)
        {
            // The disk is full: the writer was told so already, and the file goes away below.
        }

        if (_staged is not null)
            File.Delete(_staged);
    }

    // A device such as /dev/full or /dev/stdout is written to: a file moved there would take its place. /dev/shm is a folder as any other.
    private static bool IsDevice(string path) =>
        !OperatingSystem.IsWindows()
        && (path.StartsWith("/dev/", StringComparison.Ordinal) || path.StartsWith("/proc/", StringComparison.Ordinal))
        && !path.StartsWith("/dev/shm/", StringComparison.Ordinal)
        && File.Exists(path);
}
