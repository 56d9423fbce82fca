namespace Pooling.TemplateTests;

/// <summary>A project that was made of a template and built.</summary>
/// <param name="program">The path of the program.</param>
/// <param name="port">The port that the project was made with.</param>
internal sealed class MadeProject(string program, int port)
{
    /// <summary>Starts the server as its user does.</summary>
    internal RunningProject Start() => new(program, port, [], []);

    /// <inheritdoc cref="Start()"/>
    /// <param name="variable">The name and the value of a variable of the process.</param>
    internal RunningProject Start((string Name, string Value) variable) => new(program, port, [], [variable]);

    /// <summary>Starts the server with settings, which are arguments such as <c>--Limits:Idle=00:00:01</c>, on another
    /// port.</summary>
    internal RunningProject Start(params string[] settings) => Start(settings, []);

    /// <inheritdoc cref="Start(string[])"/>
    /// <param name="settings">The settings.</param>
    /// <param name="environment">Names and values of variables of the process.</param>
    internal RunningProject Start(string[] settings, (string Name, string Value)[] environment)
    {
        int free = InstalledTemplates.FindPort();
        return new RunningProject(program, free, [.. settings, "--port", $"{free}", "--urls", $"http://127.0.0.1:{free}"], environment);
    }
}
