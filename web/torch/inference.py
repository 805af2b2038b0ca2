if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: python3 {sys.argv[0]} {RUN['weightsFile']}")
    compare(sys.argv[1])
