using OpcUa.Protocol.Services.Channels;

namespace OpcUa.App.Securing;

/// <summary>The security options of a command line: <c>--security</c>, <c>--certificates</c> and <c>--accept-any</c>.</summary>
internal sealed record SecurityOptions
{
    private static readonly Dictionary<string, MessageSecurityMode> s_modes = new(StringComparer.Ordinal)
    {
        ["none"] = MessageSecurityMode.None,
        ["sign"] = MessageSecurityMode.Sign,
        ["sign-encrypt"] = MessageSecurityMode.SignAndEncrypt,
    };

    /// <summary>The modes: one for a client; for a server all modes that a client may choose from.</summary>
    public IReadOnlyList<MessageSecurityMode> Modes { get; private init; } = [MessageSecurityMode.None];

    /// <summary>The folder of the certificates, with the subfolders <c>client</c> and <c>server</c>.</summary>
    public string Folder { get; private init; } = Path.Combine(
        Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData), "Pooling.OpcUa");

    /// <summary>Whether every certificate of a peer is trusted.</summary>
    public bool AcceptsAny { get; private init; }

    public bool IsSecured => Modes is not [MessageSecurityMode.None];

    /// <summary>The value of <c>--security</c> for these modes.</summary>
    public string Text => string.Join(',', Modes.Select(static mode => s_modes.First(named => named.Value == mode).Key));

    /// <summary>Reads the current option of the command line.</summary>
    /// <param name="line">The command line.</param>
    /// <param name="isServer">Whether a list of modes is accepted, separated by commas.</param>
    /// <exception cref="UsageException">It is not one of these options, or its value is invalid.</exception>
    public SecurityOptions Read(CommandLine line, bool isServer = false) => line.Name switch
    {
        "--security" => this with { Modes = ParseModes(line.Value(), isServer) },
        "--certificates" => this with { Folder = line.Value() },
        "--accept-any" => this with { AcceptsAny = line.Flag() },
        _ => throw line.Unknown(),
    };

    private static MessageSecurityMode[] ParseModes(string value, bool isServer)
    {
        string[] names = isServer ? value.Split(',') : [value];
        return names.All(s_modes.ContainsKey) && names.Distinct().Count() == names.Length
            ? [.. names.Select(static name => s_modes[name]).Order()]
            : throw new UsageException($"option '--security' needs {string.Join(" or ", s_modes.Keys)}"
                + $"{(isServer ? ", or a comma-separated list" : "")}, not '{value}'");
    }
}
