namespace WebSockets.Protocol.Frames;

/// <summary>The codes of close frames (RFC 6455, 7.4, and the registry of IANA).</summary>
public static class CloseCode
{
    public const int Normal = 1000;
    public const int GoingAway = 1001;
    public const int ProtocolError = 1002;
    public const int UnsupportedData = 1003;
    public const int InvalidData = 1007;
    public const int PolicyViolation = 1008;
    public const int MessageTooBig = 1009;
    public const int MandatoryExtension = 1010;
    public const int InternalError = 1011;
    public const int ServiceRestart = 1012;
    public const int TryAgainLater = 1013;
    public const int BadGateway = 1014;

    /// <summary>The close frame has no code. Never in a frame.</summary>
    public const int None = 1005;

    /// <summary>The connection ended without a close frame. Never in a frame.</summary>
    public const int Abnormal = 1006;

    private const int FirstOfLibraries = 3000; // followed by those of applications from 4000 on
    private const int LastOfApplications = 4999;

    /// <summary>Returns whether a close frame may contain a code.</summary>
    public static bool IsAllowed(int code) => code is (>= Normal and <= UnsupportedData) or (>= InvalidData and <= BadGateway)
        or (>= FirstOfLibraries and <= LastOfApplications);
}
